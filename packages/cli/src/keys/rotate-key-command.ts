import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { numberOf } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { newKeyText } from './key-rows.ts';

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
