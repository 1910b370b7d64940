import type { Description, ObjectSchema } from 'joi';

/** The parts of joi's descriptions that are read here. */
interface Described extends Description {
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described; then?: Described; otherwise?: Described }[];
  allow?: unknown[];
}

const descriptions = new WeakMap<ObjectSchema, Described>();

/** joi's description of a schema, made once. */
const describe = (schema: ObjectSchema): Described => {
  const known = descriptions.get(schema) ?? schema.describe();
  descriptions.set(schema, known);
  return known;
};

/** A schema itself, and the alternatives that it consists of. */
const alternativesOf = (described: Described): Described[] => {
  const choices = (described.matches ?? []).flatMap(({ schema, then, otherwise }) => [
    schema,
    then,
    otherwise,
  ]);
  return [described, ...choices.filter((choice) => choice !== undefined).flatMap(alternativesOf)];
};

const below = (described: Described, step: string | number): Described[] => {
  const { keys = {}, items = [] } = described;
  if (typeof step === 'number') return items;
  return Object.hasOwn(keys, step) ? [keys[step]].filter((key) => key !== undefined) : [];
};

/** The texts that a schema lists as values of the field at `path`, in all of its alternatives. */
export const listedValues = (schema: ObjectSchema, path: readonly (string | number)[]): string[] => {
  let found = alternativesOf(describe(schema));
  for (const step of path)
    found = found.flatMap((described) => below(described, step)).flatMap(alternativesOf);
  const values = found.flatMap(({ flags, allow = [] }) =>
    (flags as { only?: boolean } | undefined)?.only === true ? allow : [],
  );
  return values.filter((value) => typeof value === 'string');
};

/** The fields of a schema whose text may be emptied. */
export const emptiableFields = (schema: ObjectSchema): string[] =>
  Object.entries(describe(schema).keys ?? {})
    .filter(([, { allow = [] }]) => allow.includes(''))
    .map(([name]) => name);
