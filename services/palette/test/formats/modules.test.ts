import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { renderText } from './render.ts';
import { NASTY, SAMPLE, VALUES, VALUES_IN_CSS } from './sample-tokens.ts';

const load = async (source: string): Promise<Record<string, unknown>> =>
  (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Record<string, unknown>;

const require = createRequire(import.meta.url);
const FLAGS = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];

/** Returns the compiler's messages about programs that use a module, by program. */
const problemsOf = async (
  module: string,
  programs: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> => {
  const directory = await mkdtemp(join(tmpdir(), 'ts-export-'));
  try {
    const files = Object.keys(programs).map((name) => `${name}.ts`);
    await writeFile(join(directory, 'tokens.ts'), module);
    for (const [name, program] of Object.entries(programs))
      await writeFile(join(directory, `${name}.ts`), program);
    const compiler = require.resolve('typescript/lib/tsc.js');
    const { stdout } = spawnSync(
      process.execPath,
      [compiler, ...FLAGS, '--allowImportingTsExtensions', '--ignoreConfig', ...files],
      { cwd: directory, encoding: 'utf8' },
    );
    const lines = stdout.split('\n').filter((line) => line.trim() !== '');
    const of = (name: string) => lines.filter((line) => line.startsWith(`${name}.ts(`));
    const found = Object.fromEntries(Object.keys(programs).map((name) => [name, of(name)]));
    return { ...found, elsewhere: lines.filter((line) => !Object.values(found).flat().includes(line)) };
  } finally {
    await rm(directory, { recursive: true });
  }
};

describe('js', () => {
  it('exports every colour by name, and all of them as the default', async () => {
    const { default: all, ...constants } = await load(await renderText('js', SAMPLE));
    expect(constants).toEqual({
      brandBase: '#336699',
      brandBase50: '#eef3ff',
      brandBase950: '#04101c',
      brandOnPrimary: '#ffffff',
      brandOverlay: '#ff000080',
      brandNeon: SAMPLE[5]!.color.hex,
    });
    expect(all).toEqual(constants);
  });

  it('writes tokens of other types', async () => {
    const { default: all } = await load(await renderText('js', VALUES));
    expect(Object.values(all as object)).toEqual(Object.values(VALUES_IN_CSS));
  });

  it('survives difficult names', async () => {
    const { default: all } = await load(await renderText('js', NASTY));
    expect(Object.values(all as object)).toEqual(NASTY.map(({ color }) => color.hex));
  });
});

describe('ts', () => {
  it('passes the strict type check with literal types', async () => {
    const right = `import { tokens, brandBase, type TokenName } from './tokens.ts';
      const blue: '#336699' = brandBase; const name: TokenName = 'brandBase50'; export default [tokens[name], blue];`;
    const wrong = `import { tokens } from './tokens.ts'; const blue: '#336698' = tokens.brandBase; export default blue;`;
    expect(await problemsOf(await renderText('ts', SAMPLE), { right, wrong })).toEqual({
      right: [],
      wrong: [expect.stringContaining('\'"#336699"\'')],
      elsewhere: [],
    });
  });

  it('survives difficult names', async () => {
    const program = `import { tokens } from './tokens.ts'; export default tokens satisfies Record<string, string>;`;
    const found = await problemsOf(await renderText('ts', NASTY), { program });
    expect(found).toEqual({ program: [], elsewhere: [] });
  });
});

it.each(['js', 'ts'])('%s has no comments when they are turned off', async (id) => {
  expect(await renderText(id, SAMPLE, { comments: false })).not.toMatch(/\/\*|\/\//);
});
