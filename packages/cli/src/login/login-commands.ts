import { createPlatform } from '@platform/client';

import { EXIT, formatTable, isSet, UsageError } from '../command.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { openBrowser } from '../open-command.ts';
import { plain, startDeviceLogin, waitForKey } from './device-login.ts';
import { readLogin, removeLogin, writeLogin } from './stored-login.ts';

/** The key that somebody pastes or pipes in, once it has worked. */
const loginByKey = async ({ terminal, url, signal }: CommandContext, key: string): Promise<CommandResult> => {
  if (key === '') throw new UsageError('No key was given.');
  const self = await createPlatform({ url, key }).keys.showSelf({ signal });
  const file = await writeLogin(terminal, { url, key });
  return {
    exitCode: EXIT.ok,
    text: `Signed in to ${url} with ${self.name} (${self.scopes.join(' ')}), stored in ${file}.\n`,
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
    const file = await writeLogin(terminal, { url, key: key.key });
    const { key: _secret, ...shown } = key;
    return {
      exitCode: EXIT.ok,
      text:
        `Signed in to ${url} as ${key.name} of ${plain(organisation)} (${key.scopes.join(' ')}), ` +
        `until ${key.expires_at?.slice(0, 10) ?? 'revoked'}, stored in ${file}.\n`,
      json: { url, organisation, key: shown, file },
    };
  },
};

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'Forget the key of dap login',
  operands: '',
  description: 'The key stays valid until it is revoked: dap keys revoke does that.',
  options: {},
  async run({ terminal }) {
    const login = await readLogin(terminal);
    await removeLogin(terminal);
    const text = login ? `Forgot the key for ${login.url}.\n` : 'Nobody was signed in.\n';
    return { exitCode: EXIT.ok, text, json: { url: login?.url ?? null } };
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
