import type { Item, Input } from '@platform/client';
import { formatTable, EXIT, UsageError, listOf, numberOf, textOf, isSet } from '../command.ts';
import type { Command } from '../command.ts';

export const revokeKeyCommand: Command = {
  name: 'keys revoke',
  summary: 'Revoke API keys',
  operands: 'ID [ID…]',
  description: 'A revoked key stops working within a second. Its record is kept.',
  options: {},
  async run({ platform, operands, signal }) {
    if (operands.length === 0) throw new UsageError('Which key? dap keys list shows the ids.');
    const { keys } = platform();
    const revoked = [];
    for (const id of operands) revoked.push(await keys.revoke(id, { signal }));
    return {
      exitCode: EXIT.ok,
      text: revoked.map(({ id, name }) => `Revoked ${name} (${id}).\n`).join(''),
      json: { keys: revoked },
    };
  },
};

type Key = Item<'keys.list'>;

const stateOf = (key: Key, now: number): string => {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at.slice(0, 10)}`;
  if (key.expires_at === null) return 'active';
  const word = Date.parse(key.expires_at) < now ? 'expired' : 'until';
  return `${word} ${key.expires_at.slice(0, 10)}`;
};

/** Keys as a table; none of them shows the key itself. */
export const keyTable = (keys: readonly Key[], now = Date.now()): string =>
  formatTable([
    ['ID', 'NAME', 'ENDS IN', 'STATE', 'LAST USED', 'SCOPES'],
    ...keys.map((key) => [
      key.id,
      key.name,
      key.last_four,
      stateOf(key, now),
      key.last_used_at?.slice(0, 10) ?? 'never',
      key.scopes.join(' '),
    ]),
  ]);

/** Formats a key that was just made. */
export const newKeyText = (key: { id: string; name: string; key: string }): string =>
  `${key.key}\n\n${key.name} (${key.id}). The key is shown this once.\n`;

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

export const listKeysCommand: Command = {
  name: 'keys list',
  summary: "List the organisation's API keys",
  operands: '',
  options: { all: { type: 'boolean', help: 'Include revoked keys' } },
  async run({ platform, values, signal }) {
    const keys = await platform().keys.list({}, { signal }).all();
    const shown = isSet(values, 'all') ? keys : keys.filter(({ revoked_at }) => revoked_at === null);
    return { exitCode: EXIT.ok, text: keyTable(shown), json: { keys: shown } };
  },
};

const WEEK_SECONDS = 7 * 86_400;

export const rotateKeyCommand: Command = {
  name: 'keys rotate',
  summary: 'Replace an API key with a new one that has the same scopes',
  operands: 'ID',
  options: {
    grace: {
      type: 'string',
      value: 'SECONDS',
      help: 'How long the old key keeps working; a day by default',
    },
  },
  async run({ platform, operands, values, signal }) {
    const [id] = operands;
    if (id === undefined || operands.length > 1) throw new UsageError('Give the id of one key.');
    const grace = numberOf(values, 'grace', 0, WEEK_SECONDS);
    const key = await platform().keys.rotate(id, grace === undefined ? {} : { grace_seconds: grace }, {
      signal,
    });
    return { exitCode: EXIT.ok, text: newKeyText(key), json: { key } };
  },
};
