import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { COMMANDS } from '../src/run-cli.ts';
import { runDap } from './run-dap.ts';

const run = promisify(execFile);

/** Bash's suggestions after some words, the last of which is being typed. */
const offered = async (...words: string[]): Promise<string[]> => {
  const { out } = await runDap(['completion', 'bash']);
  const list = ['dap', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _dap; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', script]);
  return stdout.split('\n').filter((word) => word !== '');
};

it('completes groups, commands and options in bash', async () => {
  const first = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));
  expect((await offered('')).sort()).toEqual([...first, 'help'].sort());
  expect(await offered('web')).toEqual(['websites']);
  expect((await offered('websites', '')).sort()).toEqual(['create', 'delete', 'list', 'show']);
  expect(await offered('websites', 'create', '--t')).toEqual(['--timezone']);
  expect(await offered('websites', 'create', 'shop.example', '--pu')).toEqual(['--public']);
  expect(await offered('stats', '7', '--j')).toEqual(['--json']);
  expect(await offered('nothing', '')).toEqual([]);
});

it('prints scripts for zsh and fish, and knows no other shell', async () => {
  expect((await runDap(['completion', 'zsh'])).out).toMatch(
    /^autoload -Uz bashcompinit && bashcompinit\n_dap\(\)/,
  );
  const { out } = await runDap(['completion', 'fish']);
  for (const { name } of COMMANDS) expect(out).toContain(` -a ${name.split(' ').at(-1) ?? ''} `);
  expect(await runDap(['completion', 'tcsh'])).toMatchObject({ exitCode: 2 });
});
