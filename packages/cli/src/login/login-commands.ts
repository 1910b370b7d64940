import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { ApiError, createPlatform, PlatformError } from '@platform/client';
import type { Output } from '@platform/client';

import { EXIT, formatTable, isSet, UsageError } from '../command.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { openBrowser } from '../open-command.ts';
import { readLogin, removeLogin, writeLogin } from './stored-login.ts';
import type { StoredLogin } from './stored-login.ts';

/** A login that waits for somebody to type its code into the console. */
interface DeviceLogin {
  /** Where the code is typed. */
  readonly address: string;
  readonly code: string;
  readonly secret: string;
  /** Seconds between two questions. */
  readonly interval: number;
}

/** The platform's answer once somebody has let this command line in. */
interface Admission {
  readonly key: Output<'keys.create'>;
  readonly organisation: string;
}

interface Answer extends Partial<Admission> {
  readonly state: 'waiting' | 'approved' | 'denied' | 'gone';
}

/** A text of the platform without signs that a terminal obeys. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, '');

const post = async (url: string, path: string, body: object, signal: AbortSignal): Promise<unknown> => {
  const answer = await createPlatform({ url }).request({
    method: 'POST',
    path: `/console/device/${path}`,
    body,
    signal,
  });
  return (answer.body as { data?: unknown } | undefined)?.data;
};

/** Asks to be let in; undefined where the platform is of a version that lets nobody in so. */
const startDeviceLogin = async (url: string, signal: AbortSignal): Promise<DeviceLogin | undefined> => {
  try {
    const data = await post(url, 'code', { client: `dap on ${hostname()}`.slice(0, 100) }, signal);
    const {
      device_code: secret,
      user_code: code,
      verification_uri: address,
      interval,
    } = data as Record<string, unknown>;
    // What the browser is started with has to be a page, and what is printed a code.
    if (
      typeof address !== 'string' ||
      !/^https?:$/.test(URL.parse(address)?.protocol ?? '') ||
      typeof code !== 'string' ||
      !/^[A-Z-]{4,20}$/.test(code) ||
      typeof secret !== 'string'
    )
      throw new PlatformError('unreadable_answer', `${url} answered with something else than a code.`);
    return { address, code, secret, interval: Math.max(1, Number(interval) || 1) };
  } catch (error) {
    if (error instanceof ApiError && [404, 405].includes(error.status)) return undefined;
    throw error;
  }
};

const REFUSALS = {
  denied: 'Whoever was asked turned this command line away.',
  gone: 'The code has ended: nobody typed it in time. Run dap login again.',
} as const;

/** Waits until somebody lets this command line in. @throws PlatformError where they don't */
const waitForKey = async (
  url: string,
  { secret, interval }: DeviceLogin,
  signal: AbortSignal,
): Promise<Admission> => {
  for (;;) {
    await pause(interval * 1_000, undefined, { signal });
    const { state, key, organisation } = (await post(url, 'key', { device_code: secret }, signal)) as Answer;
    if (state === 'approved' && key !== undefined && organisation !== undefined) return { key, organisation };
    if (state === 'denied' || state === 'gone') throw new PlatformError(state, REFUSALS[state]);
  }
};

/** The fate of a key that is forgotten here. */
interface Farewell {
  readonly revoked: boolean;
  readonly text: string;
}

/** Revokes the key of a login if `dap login` had it made, and tells what became of it. */
const partWith = async ({ url, key, madeKey }: StoredLogin, signal: AbortSignal): Promise<Farewell> => {
  const forgot = `Forgot the key for ${url}`;
  if (madeKey === undefined)
    return { revoked: false, text: `${forgot}. It stays valid: dap login did not make it.\n` };
  try {
    await createPlatform({ url, key }).keys.revokeSelf({ signal });
    return { revoked: true, text: `Revoked the key for ${url} (${madeKey}).\n` };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      return { revoked: true, text: `${forgot}, which had been revoked or had expired.\n` };
    if (!(error instanceof PlatformError)) throw error;
    const way = `Revoke ${madeKey} in the console, or with dap keys revoke.`;
    return { revoked: false, text: `${forgot}, but it stays valid: ${plain(error.message)} ${way}\n` };
  }
};

/** Stores a login in place of the one before it, and parts with that one's key. */
const replaceLogin = async (
  { terminal, signal }: CommandContext,
  login: StoredLogin,
): Promise<{ file: string; text: string }> => {
  const before = await readLogin(terminal);
  if (before?.key === login.key)
    return { file: await writeLogin(terminal, { ...before, ...login }), text: '' };
  const file = await writeLogin(terminal, login);
  const text = before?.madeKey === undefined ? '' : (await partWith(before, signal)).text;
  return { file, text };
};

/** The key that somebody pastes or pipes in, once it has worked. */
const loginByKey = async (context: CommandContext, key: string): Promise<CommandResult> => {
  const { url, signal } = context;
  if (key === '') throw new UsageError('No key was given.');
  const self = await createPlatform({ url, key }).keys.showSelf({ signal });
  const { file, text } = await replaceLogin(context, { url, key });
  return {
    exitCode: EXIT.ok,
    text: `${text}Signed in to ${url} with ${self.name} (${self.scopes.join(' ')}), stored in ${file}.\n`,
    json: { url, key: self, file },
  };
};

export const loginCommand: Command = {
  name: 'login',
  summary: 'Remember the platform and a key for this user',
  operands: '',
  description:
    'Shows a code, which you type into the console in a browser; there you say what the key may do that this command line gets. It is stored in ~/.config/dap/login.json, which only you can read. A key that is piped in, or pasted with --paste, is taken without a browser. DAP_URL and DAP_KEY go before what is stored.',
  options: {
    'no-browser': { type: 'boolean', help: 'Print the address instead of opening it' },
    paste: { type: 'boolean', help: 'Ask for a key instead of showing a code' },
  },
  async run(context) {
    const { terminal, values, url, signal } = context;
    const isAsked = isSet(values, 'paste') || terminal.isInteractive !== true;
    const started = isAsked ? undefined : await startDeviceLogin(url, signal);
    if (started === undefined) {
      if (terminal.ask === undefined) throw new UsageError('dap login needs somebody to ask for a key.');
      return loginByKey(context, (await terminal.ask('Key: ')).trim());
    }
    const { address, code } = started;
    const opened = !isSet(values, 'no-browser') && (await openBrowser(address, terminal.env['BROWSER']));
    terminal.err(`${opened ? `${address} was opened` : `Open ${address}`}. Type this code there: ${code}\n`);
    const { key, organisation } = await waitForKey(url, started, signal);
    const { file, text } = await replaceLogin(context, { url, key: key.key, madeKey: key.id });
    const { key: _secret, ...shown } = key;
    return {
      exitCode: EXIT.ok,
      text:
        `${text}Signed in to ${url} as ${key.name} of ${plain(organisation)} (${key.scopes.join(' ')}), ` +
        `until ${key.expires_at?.slice(0, 10) ?? 'revoked'}, stored in ${file}.\n`,
      json: { url, organisation, key: shown, file },
    };
  },
};

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'Revoke the key of dap login, and forget it',
  operands: '',
  description:
    'A key that was pasted or piped in is only forgotten, since it may be in use elsewhere. Ends with exit code 3 where the key could not be revoked; it is forgotten all the same.',
  options: {},
  async run({ terminal, signal }) {
    const login = await readLogin(terminal);
    if (!login) {
      // There may be a file that nobody can read.
      await removeLogin(terminal);
      return { exitCode: EXIT.ok, text: 'Nobody was signed in.\n', json: { url: null, revoked: false } };
    }
    const { revoked, text } = await partWith(login, signal);
    await removeLogin(terminal);
    return {
      exitCode: revoked || login.madeKey === undefined ? EXIT.ok : EXIT.platform,
      text,
      json: { url: login.url, key_id: login.madeKey ?? null, revoked },
    };
  },
};

export const whoamiCommand: Command = {
  name: 'whoami',
  summary: 'Show the platform and the key that commands use',
  operands: '',
  options: {},
  async run({ platform, url, signal }) {
    const key = await platform().keys.showSelf({ signal });
    const rows = [
      ['PLATFORM', 'KEY', 'ID', 'EXPIRES', 'SCOPES'],
      [url, key.name, key.id, key.expires_at?.slice(0, 10) ?? 'never', key.scopes.join(' ')],
    ];
    return { exitCode: EXIT.ok, text: formatTable(rows), json: { url, key } };
  },
};
