import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { ApiError, createPlatform, PlatformError } from '@platform/client';

import { annotateCommand } from './annotate-command.ts';
import { EXIT, textOf, UsageError } from './command.ts';
import type { Command, CommandOption, CommandResult, ExitCode, OptionValues, Terminal } from './command.ts';
import { createCompletionCommand } from './completion-command.ts';
import { importEventsCommand } from './events/import-events-command.ts';
import {
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  rotateKeyCommand,
} from './keys/key-commands.ts';
import { loginCommand, logoutCommand, whoamiCommand } from './login/login-commands.ts';
import { readLogin } from './login/stored-login.ts';
import { openCommand } from './open-command.ts';
import { checkReportCommand } from './report/check-report-command.ts';
import { crawlSiteCommand, listSitesCommand, showSiteCommand } from './sites/site-commands.ts';
import { importThemeCommand } from './themes/import-theme-command.ts';
import { createThemeCommand, listThemesCommand, showThemeCommand } from './themes/theme-commands.ts';
import { checkTokensCommand } from './tokens/check-tokens-command.ts';
import { pullTokensCommand } from './tokens/pull-tokens-command.ts';
import {
  createImportCommand,
  createWebsiteCommand,
  deleteWebsiteCommand,
  listImportsCommand,
  listWebsitesCommand,
  showWebsiteCommand,
  statsCommand,
} from './websites/website-commands.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  checkReportCommand,
  pullTokensCommand,
  checkTokensCommand,
  importEventsCommand,
  annotateCommand,
  listWebsitesCommand,
  showWebsiteCommand,
  createWebsiteCommand,
  deleteWebsiteCommand,
  statsCommand,
  createImportCommand,
  listImportsCommand,
  crawlSiteCommand,
  listSitesCommand,
  showSiteCommand,
  listThemesCommand,
  showThemeCommand,
  createThemeCommand,
  importThemeCommand,
  listKeysCommand,
  createKeyCommand,
  rotateKeyCommand,
  revokeKeyCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  openCommand,
  createCompletionCommand(() => COMMANDS),
];

/** Options that every command takes. */
const COMMON_OPTIONS = {
  json: { type: 'boolean', help: 'Print one JSON document instead of text' },
  url: { type: 'string', value: 'URL', help: 'Address of the platform, instead of DAP_URL' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
} as const satisfies Record<string, CommandOption>;

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

const optionRow = ([name, option]: [string, CommandOption]): [string, string] => {
  const short = option.short === undefined ? '    ' : `-${option.short}, `;
  const value = option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : '';
  return [`${short}--${name}${value}`, option.help];
};

const ENVIRONMENT = columns([
  ['DAP_URL', 'Address of the platform; that of dap login, or http://localhost:8080, unless set'],
  ['DAP_KEY', 'An API key; that of dap login unless set'],
]);

const EXIT_CODES = columns([
  ['0', 'All is well'],
  ['1', 'A check failed'],
  ['2', 'The command line, a configuration or an input file cannot be used'],
  ['3', 'The platform cannot be reached, or refused the request'],
  ['70', 'An internal error in dap'],
  ['130', 'Interrupted'],
]);

/** Text of `dap --help`. */
const generalHelp = (commands: readonly Command[]): string =>
  `The command line of the Design and Analytics platform.

Usage: dap COMMAND [OPTION…]

Commands:
${columns(commands.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary]))}
Environment:
${ENVIRONMENT}
Exit codes:
${EXIT_CODES}
dap COMMAND --help tells more about a command; dap --version says which one this is.
`;

/** Text of `dap COMMAND --help`. */
const commandHelp = (command: Command): string =>
  `${command.summary}.

Usage: dap ${`${command.name} ${command.operands}`.trim()} [OPTION…]
${command.description === undefined ? '' : `\n${command.description.trim()}\n`}
Options:
${columns(Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(optionRow))}
Environment:
${ENVIRONMENT}
Exit codes:
${EXIT_CODES}`;

const DEFAULT_URL = 'http://localhost:8080';

/** A command line with what every command takes behind the command, as people also write it in front. */
const commandFirst = (argv: readonly string[]): readonly string[] => {
  const own = Object.entries(COMMON_OPTIONS).map(([name, { type }]) => ({ word: `--${name}`, type }));
  let at = 0;
  for (;;) {
    const word = argv[at] ?? '';
    const option = own.find((one) => one.word === word.split('=', 1)[0]);
    if (!option) break;
    at += option.type === 'string' && !word.includes('=') ? 2 : 1;
  }
  return [...argv.slice(at), ...argv.slice(0, at)];
};

/** The command that the first words name, and the words behind its name. */
const findCommand = (words: readonly string[]): { command: Command; rest: string[] } => {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command) return { command, rest: words.slice(command.name.split(' ').length) };
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${words[0] ?? ''} `));
  const known = (group.length > 0 ? group : COMMANDS).map(({ name }) => name).join(', ');
  throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}". There are: ${known}.`);
};

const parse = (command: Command, rest: string[]): { values: OptionValues; operands: string[] } => {
  const all: Readonly<Record<string, CommandOption>> = { ...command.options, ...COMMON_OPTIONS };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    return { values, operands: positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** The words that may be options: those behind `--` are not, whatever they look like. */
const optionsIn = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
};

/** The package's version: its file lies above the sources and above what is published. */
const ownVersion = async (): Promise<string> => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

const run = async (
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<CommandResult> => {
  const asksForHelp = optionsIn(argv).some((word) => word === '--help' || word === '-h');
  if (argv.length === 0 || argv[0] === 'help' || (asksForHelp && argv[0]?.startsWith('-')))
    return {
      exitCode: argv.length === 0 ? EXIT.usage : EXIT.ok,
      text: generalHelp(COMMANDS),
      json: { commands: COMMANDS.map(({ name, summary }) => ({ name, summary })) },
    };
  if (['--version', '-V', 'version'].includes(argv[0] ?? '')) {
    const version = await ownVersion();
    return { exitCode: EXIT.ok, text: `dap ${version}\n`, json: { version } };
  }
  const { command, rest } = findCommand(commandFirst(argv));
  if (asksForHelp)
    return {
      exitCode: EXIT.ok,
      text: commandHelp(command),
      json: { name: command.name, summary: command.summary, options: command.options },
    };
  const { values, operands } = parse(command, rest);
  const login = await readLogin(terminal);
  const url = (textOf(values, 'url') ?? (terminal.env['DAP_URL'] || login?.url) ?? DEFAULT_URL).replace(
    /\/+$/,
    '',
  );
  if (!URL.canParse(url)) throw new UsageError(`${url} is not an address. Set DAP_URL to the platform's.`);
  return command.run({
    terminal,
    values,
    operands,
    signal,
    url,
    platform: () => {
      // A stored key is for the platform that it was made at.
      const key = terminal.env['DAP_KEY'] || (login?.url === url ? login.key : '');
      if (key === '') throw new UsageError('Set DAP_KEY to an API key.');
      return createPlatform({ url, key });
    },
  });
};

const describe = (error: unknown): { exitCode: ExitCode; text: string; json: object } => {
  if (error instanceof UsageError)
    return { exitCode: EXIT.usage, text: error.message, json: { code: 'usage', message: error.message } };
  if (error instanceof ApiError) {
    const { code, message, status, fields, requestId } = error;
    const id = requestId === undefined ? '' : ` (request ${requestId})`;
    return {
      exitCode: EXIT.platform,
      text: `${message}${id}`,
      json: { code, message, status, fields, request_id: requestId },
    };
  }
  if (error instanceof PlatformError) {
    const { code, message, cause } = error;
    const reason = cause instanceof Error && cause.cause instanceof Error ? ` ${cause.cause.message}` : '';
    return { exitCode: EXIT.platform, text: `${message}${reason}`, json: { code, message } };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: EXIT.internal, text, json: { code: 'internal', message: text } };
};

/** Runs one command line and returns its exit code. Never throws. */
export const runCli = async (
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal = new AbortController().signal,
): Promise<ExitCode> => {
  const json = optionsIn(argv).includes('--json');
  try {
    const result = await run(argv, terminal, signal);
    terminal.out(json ? `${JSON.stringify(result.json, null, 2)}\n` : result.text);
    return result.exitCode;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    const described = describe(error);
    if (json) terminal.out(`${JSON.stringify({ error: described.json }, null, 2)}\n`);
    else terminal.err(`dap: ${described.text}\n`);
    return described.exitCode;
  }
};
