import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { isSet } from '../option-values.ts';
import { keyTable } from './key-rows.ts';

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
