import Joi from 'joi';

/**
 * Reads settings from the environment. Only the variables that the schema names are looked at, and an empty one
 * counts as not set, as `docker compose` passes those.
 * Throws one error that lists every variable that is missing or wrong.
 */
export const loadConfig = <Config extends object>(
  variables: { readonly [Name in keyof Config]-?: Joi.Schema },
  environment: Readonly<Record<string, string | undefined>>,
): Config => {
  const given = Object.fromEntries(
    Object.keys(variables).flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const schema: Joi.ObjectSchema<Config> = Joi.object({ ...variables });
  const result = schema.validate(given, {
    abortEarly: false,
    errors: { wrap: { label: false } },
  });
  if (result.error)
    throw new Error(
      `The configuration is not usable:\n${result.error.details.map(({ message }) => `  ${message}`).join('\n')}`,
    );
  return result.value;
};
