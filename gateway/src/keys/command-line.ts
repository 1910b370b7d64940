import { parseArgs } from 'node:util';

/** A mistake in the command line. */
export class UsageError extends Error {}

/** True for mistakes found by us or by node:util. */
export const isMistake = (error: unknown): error is Error =>
  error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String((error as { code?: unknown }).code));

const OPTIONS = {
  organisation: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string', default: '*' },
  expires: { type: 'string' },
  'rate-limit': { type: 'string' },
  addresses: { type: 'string' },
  unit: { type: 'string' },
  amount: { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export type CommandOptions = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Splits a command line into options and words. @throws a mistake */
export const parseCommandLine = (
  words: readonly string[],
): { values: CommandOptions; positionals: string[] } =>
  parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });

/** @throws UsageError if the option is missing or empty */
export const required = (value: string | undefined, option: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing.`);
  return value.trim();
};
