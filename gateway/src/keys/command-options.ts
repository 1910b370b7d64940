import { parseArgs } from 'node:util';

import { nameSchema } from '@platform/http';
import { isScope } from '@platform/identity';

import { isAddressBlock } from '../client-address/address-list.ts';
import { METERED_UNITS } from './api-key.ts';
import type { ApiKey, MeteredUnit } from './api-key.ts';
import { isCalendarTime } from './calendar-time.ts';
import { printable } from './text-table.ts';

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

/** The name in an option, by the rule for all names. @throws UsageError */
export const parseName = (value: string | undefined, option: string): string => {
  const name = required(value, option);
  const { error } = nameSchema()
    .label(option)
    .validate(name, { errors: { wrap: { label: false } } });
  if (error) throw new UsageError(`${error.message}.`);
  return name;
};

export const parseScopes = (text: string): ApiKey['scopes'] =>
  text.split(',').map((item) => {
    const scope = item.trim();
    if (!isScope(scope)) throw new UsageError(`There is no scope ${JSON.stringify(scope)}.`);
    return scope;
  });

const SPAN_MILLISECONDS = { h: 3_600_000, d: 86_400_000 };

/** An ISO 8601 time, or a span from `now` on such as `90d`. */
export const parseExpiry = (text: string | undefined, now: number): Date | null => {
  if (text === undefined) return null;
  const [, amount, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now + Number(amount) * SPAN_MILLISECONDS[unit as 'h' | 'd']);
  if (!isCalendarTime(text)) throw new UsageError('--expires takes an ISO 8601 time or a span such as 90d.');
  return new Date(text);
};

export const parseRateLimit = (text: string | undefined): number | null => {
  if (text === undefined || text === 'default') return null;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError('--rate-limit takes a whole number from 1 to 9999999.');
  return Number(text);
};

/** What a quota is of. */
export const parseUnit = (text: string): MeteredUnit => {
  const unit = METERED_UNITS.find((candidate) => candidate === text);
  if (unit === undefined) throw new UsageError(`--unit is one of ${METERED_UNITS.join(', ')}.`);
  return unit;
};

/** How much of it an organisation may use in a month; null for as much as it likes. */
export const parseAmount = (text: string): number | null => {
  if (text === 'none') return null;
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new UsageError('--amount takes a whole number from 1 on, or none.');
  return Number(text);
};

/** Addresses and CIDRs, comma-separated. */
export const parseAddresses = (text: string | undefined): readonly string[] | null => {
  if (text === undefined) return null;
  const blocks = text.split(',').map((item) => item.trim());
  const wrong = blocks.find((block) => !isAddressBlock(block));
  if (wrong !== undefined) throw new UsageError(`${printable(wrong)} is neither an address nor a CIDR.`);
  return blocks;
};
