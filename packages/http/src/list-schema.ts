import Joi from 'joi';
import type { ObjectSchema, StringSchema } from 'joi';
import { keysOf, metasOf } from './openapi/schema-parts.ts';
import type { Page } from './reply.ts';

/** The number of the last page; an empty list has one page. */
export const lastPageOf = ({ perPage, total }: Page): number => Math.max(1, Math.ceil(total / perPage));

/** The address with one parameter set and all others kept. */
export const withParameter = (url: string, name: string, value: string): string => {
  // Only the first question mark ends the path: a query may hold others.
  const [path = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set(name, value);
  return `${path}?${parameters.toString()}`;
};

/** Links to a list's other pages; they keep all other parameters of the request. */
export const pageLinks = (
  page: Page,
  url: string,
): Record<'first' | 'last' | 'prev' | 'next', string | null> => {
  const lastPage = lastPageOf(page);
  const { number } = page;
  const link = (target: number): string => withParameter(url, 'page', String(target));
  return {
    first: link(1),
    last: link(lastPage),
    prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
    next: number < lastPage ? link(number + 1) : null,
  };
};

/** Letters, digits, marks, punctuation, symbols: what leaves ink. */
const VISIBLE = /[^\p{Z}\p{C}]/u;
/**
 * Line breaks, ESC and the like; and marks that turn the direction of the text around them
 * (CVE-2021-42574).
 */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The one rule for names that people give: of keys, palettes, themes, workspaces, segments and so
 * on. At most 100 characters, at least one of them visible, on one line, and without characters
 * that change how the text around the name is shown in terminals, logs and pages. Optional; add
 * `.required()` where a name is needed.
 */
export const nameSchema = (): StringSchema =>
  Joi.string().max(100).pattern(VISIBLE).pattern(FORBIDDEN, { invert: true }).messages({
    'string.pattern.base': '{{#label}} must have a visible character',
    'string.pattern.invert.base': '{{#label}} must not contain control or direction characters',
  });

/** A list, which a form sends as JSON text: it has no way to write a list of objects. */
export const listSchema = (): Joi.ArraySchema => Joi.array().meta({ isTextInForms: true });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // No list: the schema says so.
    return text;
  }
};

/**
 * A form or query with its lists read, before anything else looks at it: what holds for a list of
 * JSON holds for these, too.
 */
export const withLists = (schema: ObjectSchema, given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given;
  const texts = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('['),
  );
  if (texts.length === 0) return given;
  const keys = keysOf(schema);
  const lists = texts.filter(([name]) => {
    const key = keys.get(name);
    return key !== undefined && metasOf(key).some(({ isTextInForms }) => isTextInForms);
  });
  return { ...given, ...Object.fromEntries(lists.map(([name, text]) => [name, parse(text)])) };
};
