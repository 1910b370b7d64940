import type { Platform } from '@platform/client';

import type { ExitCode } from './exit-code.ts';

/** An option of a command, for `parseArgs` and for the help. */
export interface CommandOption {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  /** Name of the value in the help, such as `N`. */
  value?: string;
  /** One line for the help. */
  help: string;
}

/** Where a command reads and writes; tests give their own. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Text for people, or the one JSON document of `--json`. */
  out: (text: string) => void;
  /** Progress and errors. */
  err: (text: string) => void;
}

/** The options as they were given; `multiple` ones are arrays. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface CommandContext {
  terminal: Terminal;
  values: OptionValues;
  /** What follows the command's name. */
  operands: readonly string[];
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** The client for `DAP_URL` and `DAP_KEY`. @throws UsageError when one is missing */
  platform: () => Platform;
  /** Address of the platform, without a slash at the end. */
  url: string;
}

/** What a command ends with: text for people, and the same as data for `--json`. */
export interface CommandResult {
  exitCode: ExitCode;
  text: string;
  json: unknown;
}

export interface Command {
  /** Words that call it, such as `report check`. */
  name: string;
  /** One line. */
  summary: string;
  /** What follows the name, such as `URL [URL…]`. */
  operands: string;
  /** More for `--help`. */
  description?: string;
  options: Readonly<Record<string, CommandOption>>;
  run: (context: CommandContext) => Promise<CommandResult>;
}
