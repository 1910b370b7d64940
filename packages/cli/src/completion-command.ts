import { EXIT, UsageError } from './command.ts';
import type { Command } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const COMMON = ['json', 'url', 'help'];

const optionsOf = (command: Command): string[] =>
  [...Object.keys(command.options), ...COMMON].map((name) => `--${name}`);

/** The words that may follow a beginning of a command. */
const nextWords = (commands: readonly Command[], beginning: string): string[] => [
  ...new Set(
    commands
      .map(({ name }) => name.split(' '))
      .filter((words) => words.length > (beginning === '' ? 0 : beginning.split(' ').length))
      .filter((words) => beginning === '' || `${words.join(' ')} `.startsWith(`${beginning} `))
      .map((words) => words[beginning === '' ? 0 : beginning.split(' ').length] ?? ''),
  ),
];

const groupsOf = (commands: readonly Command[]): string[] => [
  ...new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0] ?? '')),
];

const bash = (commands: readonly Command[]): string => `_dap() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="\${COMP_WORDS[*]:1:COMP_CWORD-1}" next=""
  case "$words" in
${commands.map((command) => `    "${command.name}"|"${command.name} "*) next="${optionsOf(command).join(' ')}" ;;`).join('\n')}
${groupsOf(commands)
  .map((group) => `    "${group}") next="${nextWords(commands, group).join(' ')}" ;;`)
  .join('\n')}
    "") next="${nextWords(commands, '').join(' ')} help" ;;
  esac
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
complete -o default -F _dap dap
`;

const fish = (commands: readonly Command[]): string => {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const first = nextWords(commands, '').map((word) => {
    const summary = commands.find(({ name }) => name === word)?.summary ?? `${word} …`;
    return `complete -c dap -n __fish_use_subcommand -a ${word} -d ${quoted(summary)}`;
  });
  const second = commands
    .filter(({ name }) => name.includes(' '))
    .map(({ name, summary }) => {
      const [group = '', word = ''] = name.split(' ');
      return `complete -c dap -n '__fish_seen_subcommand_from ${group}' -a ${word} -d ${quoted(summary)}`;
    });
  const options = commands.flatMap(({ name, options: own }) =>
    Object.entries(own).map(
      ([option, { help, type }]) =>
        `complete -c dap -n '__fish_seen_subcommand_from ${name.split(' ')[0] ?? ''}' -l ${option} ${type === 'string' ? '-r ' : ''}-d ${quoted(help)}`,
    ),
  );
  return `${['complete -c dap -f', ...first, ...second, ...options].join('\n')}\n`;
};

/** Makes the command, which prints what a shell needs to complete all commands. */
export const createCompletionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print completions for a shell',
  operands: 'bash|zsh|fish',
  description:
    'bash: eval "$(dap completion bash)" in ~/.bashrc. zsh: the same with zsh in ~/.zshrc. fish: dap completion fish > ~/.config/fish/completions/dap.fish.',
  options: {},
  run({ operands }) {
    const shell = SHELLS.find((name) => name === operands[0]);
    if (shell === undefined || operands.length > 1)
      throw new UsageError(`dap completion takes one of ${SHELLS.join(', ')}.`);
    const scripts = {
      bash: () => bash(commands()),
      zsh: () => `autoload -Uz bashcompinit && bashcompinit\n${bash(commands())}`,
      fish: () => fish(commands()),
    };
    const script = scripts[shell]();
    return Promise.resolve({ exitCode: EXIT.ok, text: script, json: { shell, script } });
  },
});
