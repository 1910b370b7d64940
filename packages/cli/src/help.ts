import type { Command, CommandOption } from './command.ts';

/** Options that every command takes. */
export const COMMON_OPTIONS = {
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
  ['DAP_URL', 'Address of the platform; http://localhost:8080 unless set'],
  ['DAP_KEY', 'An API key'],
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
export const generalHelp = (commands: readonly Command[]): string =>
  `The command line of the Design and Analytics platform.

Usage: dap COMMAND [OPTION…]

Commands:
${columns(commands.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary]))}
Environment:
${ENVIRONMENT}
Exit codes:
${EXIT_CODES}
dap COMMAND --help tells more about a command.
`;

/** Text of `dap COMMAND --help`. */
export const commandHelp = (command: Command): string =>
  `${command.summary}.

Usage: dap ${`${command.name} ${command.operands}`.trim()} [OPTION…]
${command.description === undefined ? '' : `\n${command.description.trim()}\n`}
Options:
${columns(Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(optionRow))}
Environment:
${ENVIRONMENT}
Exit codes:
${EXIT_CODES}`;
