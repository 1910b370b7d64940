import { nameSchema } from '@platform/http';
import { isScope } from '@platform/identity';

import { isAddressBlock } from '../client-address/address-list.ts';
import { METERED_UNITS } from './api-key.ts';
import type { ApiKey, MeteredUnit } from './api-key.ts';
import { isCalendarTime } from './calendar-time.ts';
import { required, UsageError } from './command-line.ts';
import { printable } from './text-table.ts';

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
