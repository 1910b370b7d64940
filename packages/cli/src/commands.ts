import type { Command } from './command.ts';
import { importEventsCommand } from './events/import-events-command.ts';
import { createKeyCommand, listKeysCommand, revokeKeyCommand, rotateKeyCommand } from './keys/key-commands.ts';
import { openCommand } from './open-command.ts';
import { checkReportCommand } from './report/check-report-command.ts';
import { checkTokensCommand } from './tokens/check-tokens-command.ts';
import { pullTokensCommand } from './tokens/pull-tokens-command.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  checkReportCommand,
  pullTokensCommand,
  checkTokensCommand,
  importEventsCommand,
  listKeysCommand,
  createKeyCommand,
  rotateKeyCommand,
  revokeKeyCommand,
  openCommand,
];
