import { isAppError } from '@platform/errors';
import { OPERATORS_SCOPE } from '@platform/identity';
import { typeid } from 'typeid-js';

import type { ApiKey, Organisation } from './api-key.ts';
import { isUsable } from './api-key.ts';
import { isMistake, parseCommandLine, required, UsageError } from './command-line.ts';
import type { CommandOptions } from './command-line.ts';
import {
  parseAddresses,
  parseAmount,
  parseExpiry,
  parseName,
  parseRateLimit,
  parseScopes,
  parseUnit,
} from './command-options.ts';
import { USAGE } from './command-usage.ts';
import type { Grantor, KeysService } from './keys-service.ts';
import type { KeysStore } from './keys-store.ts';
import type { OrganisationsStore } from './organisations-store.ts';
import { printable, textTable } from './text-table.ts';

export interface KeyCommandsDeps {
  store: KeysStore;
  organisations: OrganisationsStore;
  service: KeysService;
  now?: () => number;
}

/** A command's output: text, or JSON with --json. */
export interface CommandResult {
  exitCode: 0 | 1 | 2;
  output: string;
}

const OPERATOR: Grantor = { id: 'cli', scopes: ['*', OPERATORS_SCOPE] };

const status = (key: ApiKey, now: number): string => {
  if (key.revokedAt) return `revoked ${key.revokedAt.toISOString().slice(0, 10)}`;
  if (!key.expiresAt) return 'active';
  return `${isUsable(key, now) ? 'until' : 'expired'} ${key.expiresAt.toISOString().slice(0, 16)}`;
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const PAGE = 1_000;

/** The operators' commands, independent of the process that runs them. */
export const createKeyCommands = (deps: KeyCommandsDeps) => {
  const { store, organisations, service, now = Date.now } = deps;

  const create = async (values: CommandOptions): Promise<string> => {
    const candidate = {
      id: typeid('org').toString(),
      name: parseName(values.organisation, '--organisation'),
    };
    const input = {
      name: parseName(values.name, '--name'),
      scopes: parseScopes(values.scopes),
      expiresAt: parseExpiry(values.expires, now()),
      rateLimit: parseRateLimit(values['rate-limit']),
      allowedAddresses: parseAddresses(values.addresses),
    };
    const { id, name } = await organisations.ensureOrganisation(candidate);
    const { key, text } = await service.create({ ...input, organisation: id }, OPERATOR);
    if (values.json)
      return json({ id: key.id, key: text, organisation: { id, name }, scopes: key.scopes, name: key.name });
    const owner = `${printable(name)} (${id})`;
    return `${text}\n\nThis key will not be shown again. Its id is ${key.id}; it belongs to ${owner}.\n`;
  };

  const organisationsNamed = async (name: string | undefined): Promise<Map<string, Organisation>> => {
    const all = await organisations.organisations();
    const wanted = all.filter((organisation) => name === undefined || organisation.name === name);
    if (name !== undefined && wanted.length === 0)
      throw new UsageError(`There is no organisation ${JSON.stringify(name)}.`);
    return new Map(wanted.map((organisation) => [organisation.id, organisation]));
  };

  const list = async (values: CommandOptions): Promise<string> => {
    const owners = await organisationsNamed(values.organisation);
    const pages = [...owners.keys()].map((organisation) => store.list({ organisation, limit: PAGE }));
    const keys = (await Promise.all(pages)).flat().filter((key) => values.all || isUsable(key, now()));
    if (values.json) return json(keys.map((key) => ({ ...key, organisation: owners.get(key.organisation) })));
    if (keys.length === 0) return 'No keys.\n';
    const rows = keys.map((key) => [
      key.id,
      `…${key.lastFour}`,
      owners.get(key.organisation)?.name ?? '',
      key.name,
      key.scopes.join(','),
      status(key, now()),
      key.lastUsedAt?.toISOString().slice(0, 16) ?? 'never used',
    ]);
    return textTable([['ID', 'KEY', 'ORGANISATION', 'NAME', 'SCOPES', 'STATUS', 'LAST USED'], ...rows]);
  };

  const revoke = async (values: CommandOptions, idOrLastFour: string | undefined): Promise<string> => {
    const found = await store.findAnywhere(required(idOrLastFour, 'The id of the key'));
    const [key] = found;
    if (!key) throw new UsageError('There is no such key.');
    if (found.length > 1)
      throw new UsageError(`Several keys end like that: ${found.map(({ id }) => id).join(', ')}.`);
    const revoked = await service.revoke(key.organisation, key.id, OPERATOR);
    return values.json
      ? json(revoked)
      : `Revoked ${revoked.id} (${printable(revoked.name)}, …${revoked.lastFour}).\n`;
  };

  const limit = async (values: CommandOptions): Promise<string> => {
    const [found] = (await organisationsNamed(required(values.organisation, '--organisation'))).values();
    if (!found) throw new UsageError('--organisation is missing.');
    const rateLimit = parseRateLimit(required(values['rate-limit'], '--rate-limit'));
    await organisations.setRateLimit(found.id, rateLimit);
    if (values.json) return json({ ...found, rateLimit });
    return `${printable(found.name)}: ${rateLimit ?? 'the default number of'} requests a minute.\n`;
  };

  const quota = async (values: CommandOptions): Promise<string> => {
    const [found] = (await organisationsNamed(required(values.organisation, '--organisation'))).values();
    if (!found) throw new UsageError('--organisation is missing.');
    const unit = parseUnit(required(values.unit, '--unit'));
    const amount = parseAmount(required(values.amount, '--amount'));
    await organisations.setQuota(found.id, unit, amount);
    if (values.json) return json({ organisation: found, unit, quota: amount });
    return `${printable(found.name)}: ${amount ?? 'any number of'} ${unit} a month.\n`;
  };

  const run = (command: string, values: CommandOptions, argument: string | undefined): Promise<string> => {
    if (command === 'create') return create(values);
    if (command === 'list') return list(values);
    if (command === 'revoke') return revoke(values, argument);
    if (command === 'limit') return limit(values);
    if (command === 'quota') return quota(values);
    throw new UsageError(`There is no command ${printable(command)}.`);
  };

  /**
   * Runs a command line, given without the program's name. Exit code 1: refused; 2: not understood.
   */
  return async (words: readonly string[]): Promise<CommandResult> => {
    try {
      const { values, positionals } = parseCommandLine(words);
      const [command, argument, ...rest] = positionals;
      if (values.help) return { exitCode: 0, output: USAGE };
      if (rest.length > 0 || (argument !== undefined && command !== 'revoke'))
        throw new UsageError(`${String(rest[0] ?? argument)} is one word too many.`);
      if (command === undefined) throw new UsageError('Name a command.');
      return { exitCode: 0, output: await run(command, values, argument) };
    } catch (error) {
      if (isAppError(error)) return { exitCode: 1, output: `${error.message}\n` };
      if (isMistake(error)) return { exitCode: 2, output: `${error.message}\n\n${USAGE}` };
      throw error;
    }
  };
};
