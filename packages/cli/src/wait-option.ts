import type { CommandOption, OptionValues } from './command.ts';
import { numberOf } from './option-values.ts';

const WAIT_SECONDS = 180;

/** `--wait` of commands that wait for the platform's work, so that none of them hangs in CI. */
export const WAIT_OPTION: CommandOption = {
  type: 'string',
  value: 'SECONDS',
  help: `How long to wait for a result; ${WAIT_SECONDS} by default`,
};

/** Milliseconds that `--wait` gives. @throws UsageError when it isn't a number of seconds */
export const waitOf = (values: OptionValues): number =>
  (numberOf(values, 'wait', 1, 3_600) ?? WAIT_SECONDS) * 1000;
