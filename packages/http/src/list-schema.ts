import Joi from 'joi';

const LISTS = Joi.extend((joi: Joi.Root) => ({
  type: 'array',
  base: joi.array(),
  coerce: {
    from: 'string',
    method: (value: string) => {
      if (!value.startsWith('[')) return { value };
      try {
        return { value: JSON.parse(value) as unknown };
      } catch {
        // No list: the schema says so.
        return { value };
      }
    },
  },
})) as Joi.Root;

/** A list, which a form sends as JSON text: it has no way to write a list of objects. */
export const listSchema = (): Joi.ArraySchema => LISTS.array();
