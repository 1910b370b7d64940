import Joi from 'joi';
import type { ObjectSchema, Schema } from 'joi';

/** Query parameters of every list. */
export interface PageQuery {
  limit: number;
  cursor?: string;
}

/** Joi keys of `PageQuery`. */
export const pageQuery = {
  limit: Joi.number().integer().min(1).max(100).default(20).description('How many items to answer with'),
  cursor: Joi.string().max(512).description('`next_cursor` of the previous page'),
};

/** The answer of a list: `next_cursor` is there only when more items exist. */
export const pageSchema = (item: Schema): ObjectSchema =>
  Joi.object({ items: Joi.array().items(item).required(), next_cursor: Joi.string() });
