import type { Input } from '@platform/client';

import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { listOf, numberOf, textOf } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { newKeyText } from './key-rows.ts';

type Scopes = Input<'keys.create'>['scopes'];

const DAY_MILLISECONDS = 86_400_000;

/** `90d` or a date as ISO 8601; the platform checks what else there is to check. */
const expiry = (text: string): string => {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const time = days === undefined ? Date.parse(text) : Date.now() + Number(days) * DAY_MILLISECONDS;
  if (Number.isNaN(time))
    throw new UsageError(`--expires takes a date such as 2027-01-31, or days such as 90d, not "${text}".`);
  return new Date(time).toISOString();
};

export const createKeyCommand: Command = {
  name: 'keys create',
  summary: 'Create an API key',
  operands: '',
  description: 'A key cannot have more scopes than the key that creates it. It is shown once, here.',
  options: {
    name: { type: 'string', help: 'What the key is for' },
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      help: 'What it may do, such as reports:write; repeatable, or separated by commas',
    },
    expires: { type: 'string', value: 'DATE|90d', help: 'When it expires; never by default' },
    'rate-limit': { type: 'string', value: 'N', help: 'Requests a minute' },
  },
  async run({ platform, values, signal }) {
    const name = textOf(values, 'name');
    // The platform knows the scopes, and names one that it doesn't have.
    const scopes = listOf(values, 'scope') as Scopes;
    if (name === undefined || scopes.length === 0)
      throw new UsageError('A key needs --name and at least one --scope.');
    const expires = textOf(values, 'expires');
    const rateLimit = numberOf(values, 'rate-limit', 1, 1_000_000);
    const key = await platform().keys.create(
      {
        name,
        scopes,
        ...(expires === undefined ? {} : { expires_at: expiry(expires) }),
        ...(rateLimit === undefined ? {} : { rate_limit_per_minute: rateLimit }),
      },
      { signal },
    );
    return { exitCode: EXIT.ok, text: newKeyText(key), json: { key } };
  },
};
