import { createPlatform } from '@platform/client';

import { EXIT, formatTable, isSet, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { openBrowser } from '../open-command.ts';
import { readLogin, removeLogin, writeLogin } from './stored-login.ts';

export const loginCommand: Command = {
  name: 'login',
  summary: 'Remember the platform and a key for this user',
  operands: '',
  description:
    'Opens the keys of the console in a browser, asks for the key that you make there, tries it, and stores it in ~/.config/dap/login.json, which only you can read. A key that is piped in is taken without a browser. DAP_URL and DAP_KEY go before what is stored.',
  options: { 'no-browser': { type: 'boolean', help: 'Print the address instead of opening it' } },
  async run({ terminal, values, url, signal }) {
    if (terminal.ask === undefined) throw new UsageError('dap login needs somebody to ask for a key.');
    const address = `${url}/console/keys`;
    if (terminal.isInteractive === true) {
      const opened = !isSet(values, 'no-browser') && (await openBrowser(address, terminal.env['BROWSER']));
      terminal.err(
        `${opened ? 'Make a key in the browser' : `Make a key at ${address}`}, and paste it here.\n`,
      );
    }
    const key = (await terminal.ask('Key: ')).trim();
    if (key === '') throw new UsageError('No key was given.');
    const self = await createPlatform({ url, key }).keys.showSelf({ signal });
    const file = await writeLogin(terminal, { url, key });
    return {
      exitCode: EXIT.ok,
      text: `Signed in to ${url} with ${self.name} (${self.scopes.join(' ')}), stored in ${file}.\n`,
      json: { url, key: self, file },
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
