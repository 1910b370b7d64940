import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import typescript from 'typescript';

import { renderText } from './render.ts';
import { NASTY, SAMPLE, VALUES, VALUES_IN_CSS } from './sample-tokens.ts';

const load = async (source: string): Promise<Record<string, unknown>> =>
  (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Record<string, unknown>;

/** What the compiler says about a module and a program that uses it. */
const problemsOf = async (module: string, program: string): Promise<string[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'ts-export-'));
  try {
    await writeFile(join(directory, 'tokens.ts'), module);
    await writeFile(join(directory, 'program.ts'), program);
    const compiled = typescript.createProgram([join(directory, 'program.ts')], {
      strict: true,
      noEmit: true,
      target: typescript.ScriptTarget.ES2022,
      module: typescript.ModuleKind.NodeNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      types: [],
    });
    return typescript
      .getPreEmitDiagnostics(compiled)
      .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
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
    const module = await renderText('ts', SAMPLE);
    const right = `import { tokens, brandBase, type TokenName } from './tokens.ts';
      const blue: '#336699' = brandBase; const name: TokenName = 'brandBase50'; export default [tokens[name], blue];`;
    expect(await problemsOf(module, right)).toEqual([]);
    const wrong = `import { tokens } from './tokens.ts'; const blue: '#336698' = tokens.brandBase; export default blue;`;
    expect(await problemsOf(module, wrong)).toEqual([expect.stringContaining('\'"#336699"\'')]);
  }, 60_000);

  it('survives difficult names', async () => {
    const program = `import { tokens } from './tokens.ts'; export default tokens satisfies Record<string, string>;`;
    expect(await problemsOf(await renderText('ts', NASTY), program)).toEqual([]);
  }, 60_000);
});

it.each(['js', 'ts'])('%s has no comments when they are turned off', async (id) => {
  expect(await renderText(id, SAMPLE, { comments: false })).not.toMatch(/\/\*|\/\//);
});
