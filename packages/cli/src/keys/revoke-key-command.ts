import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';

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
