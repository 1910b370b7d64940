import { readFileSync } from 'node:fs';
import Joi from 'joi';

/**
 * Something that whoever runs the platform has to put right, such as a setting or a schema. The
 * message says what; a process that stops for it logs the message and no stack.
 */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/** The value of a variable, or the content of the file that `<NAME>_FILE` names. */
const valueOf = (name: string, environment: Readonly<Record<string, string | undefined>>): string => {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (value !== undefined && value !== '') return value;
  if (file === undefined || file === '') return '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new SetupError(`The configuration is not usable:\n  ${name}_FILE: ${file} can't be read (${code})`);
  }
};

/**
 * Reads settings from the environment. Only the variables that the schema names are read. An empty
 * one counts as not set, because that is how `docker compose` passes unset variables. Any variable
 * may be given as a file, by `<NAME>_FILE`, which keeps secrets out of the environment.
 * @throws one `SetupError` that lists every variable that is missing or wrong
 */
export const loadConfig = <Config extends object>(
  variables: { readonly [Name in keyof Config]-?: Joi.Schema },
  environment: Readonly<Record<string, string | undefined>>,
): Config => {
  const given = Object.fromEntries(
    Object.keys(variables).flatMap((name) => {
      const value = valueOf(name, environment);
      return value === '' ? [] : [[name, value]];
    }),
  );
  const schema: Joi.ObjectSchema<Config> = Joi.object(variables as Joi.SchemaMap);
  const result = schema.validate(given, {
    abortEarly: false,
    errors: { wrap: { label: false } },
  });
  if (result.error)
    throw new SetupError(
      `The configuration is not usable:\n${result.error.details.map(({ message }) => `  ${message}`).join('\n')}`,
    );
  return result.value;
};
