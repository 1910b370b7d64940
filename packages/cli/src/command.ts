import type { Platform } from '@platform/client';

const segmenter = new Intl.Segmenter();

/** Width of a text in a terminal, near enough: what is read as one character takes one column. */
const widthOf = (text: string): number => Array.from(segmenter.segment(text)).length;

/** Rows in columns, the first row as a heading. Numbers are set flush right. */
export const formatTable = (rows: readonly (readonly (string | number)[])[]): string => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(String(row[column] ?? '')))),
  );
  const cell = (value: string | number, column: number): string => {
    const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(String(value))));
    return typeof value === 'number' ? `${padding}${value}` : `${value}${padding}`;
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
};

/** Exit codes of `dap`; scripts may rely on these numbers. */
export const EXIT = {
  /** All is well. */
  ok: 0,
  /** A check failed: a page below the criteria, tokens out of date, events refused. */
  failed: 1,
  /** The command line, a configuration or an input file can't be used. */
  usage: 2,
  /** The platform can't be reached, or refused the request. */
  platform: 3,
  /** An internal error in dap. */
  internal: 70,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command can't be run as it was written; ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

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
  /** Asks for a secret: without showing it where somebody types, else the first line of what is piped. */
  ask?: (question: string) => Promise<string>;
  /** True where somebody types. */
  isInteractive?: boolean;
}

/** The options as they were given; `multiple` ones are arrays. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface CommandContext {
  terminal: Terminal;
  values: OptionValues;
  /** Words after the command's name. */
  operands: readonly string[];
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** The client for `DAP_URL` and `DAP_KEY`. @throws UsageError when one is missing */
  platform: () => Platform;
  /** Address of the platform, without a slash at the end. */
  url: string;
}

/** Result of a command: text for people, and the same as data for `--json`. */
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
  /** Operands after the name, such as `URL [URL…]`. */
  operands: string;
  /** More for `--help`. */
  description?: string;
  options: Readonly<Record<string, CommandOption>>;
  run: (context: CommandContext) => Promise<CommandResult>;
}

/** Text of an option, if it was given. */
export const textOf = (values: OptionValues, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** True if a switch was given. */
export const isSet = (values: OptionValues, name: string): boolean => values[name] === true;

/** Values of an option that may be given several times, or with commas. */
export const listOf = (values: OptionValues, name: string): string[] => {
  const given = values[name];
  return (Array.isArray(given) ? given : [])
    .flatMap((text) => String(text).split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
};

/** A number between bounds. @throws UsageError that names the option */
export const numberIn = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max)
    throw new UsageError(`--${name} takes a number from ${min} to ${max}, not "${text}".`);
  return value;
};

/** The same for an option that may be missing. */
export const numberOf = (
  values: OptionValues,
  name: string,
  min: number,
  max: number,
): number | undefined => {
  const text = textOf(values, name);
  return text === undefined ? undefined : numberIn(name, text, min, max);
};

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
