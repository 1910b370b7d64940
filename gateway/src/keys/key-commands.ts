import { parseArgs } from 'node:util';

import { isAppError } from '@platform/errors';
import { isScope, SCOPES } from '@platform/identity';
import { typeid } from 'typeid-js';

import type { ApiKey, Organisation } from './api-key.ts';
import { isUsable } from './api-key.ts';
import type { Grantor, KeysService } from './keys-service.ts';
import type { KeysStore } from './keys-store.ts';

export interface KeyCommandsDeps {
  store: KeysStore;
  service: KeysService;
  now?: () => number;
}

/** What a command prints, for people or (with --json) for programs. */
export interface CommandResult {
  exitCode: 0 | 1 | 2;
  output: string;
}

export const USAGE = `Usage: keys <command> [options]

  create --organisation NAME --name NAME [--scopes LIST] [--expires TIME] [--rate-limit N]
      Makes a key, and the organisation if there is none of that name. The key is shown once.
      --scopes      comma-separated, or * for everything (the default): ${SCOPES.join(', ')}
      --expires     an ISO 8601 time, or a span such as 12h or 90d; never, if not given
      --rate-limit  requests a minute; the platform's default, if not given
  list [--organisation NAME] [--all]
      Lists the keys that work, or with --all the ended ones as well.
  revoke ID
      Ends a key at once. ID is a key's id, or its last four characters if no other key ends in them.

  --json prints JSON.
`;

const OPERATOR: Grantor = { id: 'cli', scopes: ['*'] };
const SPAN_MILLISECONDS = { h: 3_600_000, d: 86_400_000 };

/** A mistake in the command line, told to the person who typed it. */
class UsageError extends Error {}

/** True for our own complaints about the command line and those of node:util. */
const isMistake = (error: unknown): error is Error =>
  error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String((error as { code?: unknown }).code));

const required = (value: string | undefined, option: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing.`);
  return value.trim();
};

const parseScopes = (text: string): ApiKey['scopes'] =>
  text.split(',').map((item) => {
    const scope = item.trim();
    if (!isScope(scope)) throw new UsageError(`There is no scope ${JSON.stringify(scope)}.`);
    return scope;
  });

const parseExpiry = (text: string | undefined, now: number): Date | null => {
  if (text === undefined) return null;
  const [, amount, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const time =
    amount === undefined
      ? new Date(text)
      : new Date(now + Number(amount) * SPAN_MILLISECONDS[unit as 'h' | 'd']);
  if (Number.isNaN(time.getTime()))
    throw new UsageError('--expires takes an ISO 8601 time or a span such as 90d.');
  return time;
};

const parseRateLimit = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError('--rate-limit takes a whole number from 1 to 999999.');
  return Number(text);
};

const status = (key: ApiKey, now: number): string => {
  if (key.revokedAt) return `revoked ${key.revokedAt.toISOString().slice(0, 10)}`;
  if (!key.expiresAt) return 'active';
  return `${isUsable(key, now) ? 'until' : 'expired'} ${key.expiresAt.toISOString().slice(0, 16)}`;
};

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const options = {
  organisation: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string', default: '*' },
  expires: { type: 'string' },
  'rate-limit': { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const PAGE = 1_000;

/** The operator's commands, without the process around them. */
export const createKeyCommands = ({ store, service, now = Date.now }: KeyCommandsDeps) => {
  const create = async (values: Options): Promise<string> => {
    const candidate = {
      id: typeid('org').toString(),
      name: required(values.organisation, '--organisation'),
    };
    const wishes = {
      name: required(values.name, '--name'),
      scopes: parseScopes(values.scopes),
      expiresAt: parseExpiry(values.expires, now()),
      rateLimit: parseRateLimit(values['rate-limit']),
    };
    const organisation = await store.ensureOrganisation(candidate);
    const { key, text } = await service.create({ ...wishes, organisation: organisation.id }, OPERATOR);
    if (values.json) return json({ id: key.id, key: text, organisation, scopes: key.scopes, name: key.name });
    return `${text}\n\nThis is the only time that the key is shown. Its id is ${key.id}; it acts for ${organisation.name} (${organisation.id}).\n`;
  };

  const organisationsNamed = async (name: string | undefined): Promise<Map<string, Organisation>> => {
    const all = await store.organisations();
    const wanted = all.filter((organisation) => name === undefined || organisation.name === name);
    if (name !== undefined && wanted.length === 0)
      throw new UsageError(`There is no organisation ${JSON.stringify(name)}.`);
    return new Map(wanted.map((organisation) => [organisation.id, organisation]));
  };

  const list = async (values: Options): Promise<string> => {
    const organisations = await organisationsNamed(values.organisation);
    const pages = [...organisations.keys()].map((organisation) => store.list({ organisation, limit: PAGE }));
    const keys = (await Promise.all(pages)).flat().filter((key) => values.all || isUsable(key, now()));
    if (values.json)
      return json(keys.map((key) => ({ ...key, organisation: organisations.get(key.organisation) })));
    if (keys.length === 0) return 'No keys.\n';
    const rows = keys.map((key) => [
      ...[key.id, `…${key.lastFour}`, organisations.get(key.organisation)?.name ?? '', key.name],
      ...[
        key.scopes.join(','),
        status(key, now()),
        key.lastUsedAt?.toISOString().slice(0, 16) ?? 'never used',
      ],
    ]);
    return table([['ID', 'KEY', 'ORGANISATION', 'NAME', 'SCOPES', 'STATUS', 'LAST USED'], ...rows]);
  };

  const revoke = async (values: Options, idOrLastFour: string | undefined): Promise<string> => {
    const found = await store.findAnywhere(required(idOrLastFour, 'The id of the key'));
    const [key] = found;
    if (!key) throw new UsageError('There is no such key.');
    if (found.length > 1)
      throw new UsageError(`Several keys end so: ${found.map(({ id }) => id).join(', ')}.`);
    const revoked = await service.revoke(key.organisation, key.id, OPERATOR);
    return values.json ? json(revoked) : `Revoked ${revoked.id} (${revoked.name}, …${revoked.lastFour}).\n`;
  };

  /** Runs one command line (without the program's name). Exit code 1: refused; 2: not understood. */
  return async (words: readonly string[]): Promise<CommandResult> => {
    try {
      const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
      const [command, argument, ...rest] = positionals;
      if (values.help) return { exitCode: 0, output: USAGE };
      if (rest.length > 0 || (argument !== undefined && command !== 'revoke'))
        throw new UsageError(`${String(rest[0] ?? argument)} is one word too many.`);
      if (command === 'create') return { exitCode: 0, output: await create(values) };
      if (command === 'list') return { exitCode: 0, output: await list(values) };
      if (command === 'revoke') return { exitCode: 0, output: await revoke(values, argument) };
      throw new UsageError(
        command === undefined ? 'A command is missing.' : `There is no command ${command}.`,
      );
    } catch (error) {
      if (isAppError(error)) return { exitCode: 1, output: `${error.message}\n` };
      if (isMistake(error)) return { exitCode: 2, output: `${error.message}\n\n${USAGE}` };
      throw error;
    }
  };
};
