import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { compareActRules } from './act-rules.ts';
import { compareHtml5lib } from './html5lib.ts';

// Pages of our own in the shape of the public suites, whose texts are not committed. They ask what
// the suites ask, so that a verdict that changes is noticed without them.
const SAMPLE = fileURLToPath(new URL('sample', import.meta.url));
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the command on a folder of suites. */
const compare = async (folder: string): Promise<{ code: number; lines: string[] }> => {
  const suites = ['act', 'html5lib', 'lighthouse'].flatMap((name) => [`--${name}`, join(folder, name)]);
  const { stdout, code } = await promisify(execFile)(process.execPath, [MAIN, ...suites]).then(
    (done) => ({ stdout: done.stdout, code: 0 }),
    (error: unknown) => error as { stdout: string; code: number },
  );
  return { code, lines: stdout.trim().split('\n') };
};

const DISAGREES = ({ agrees }: { agrees: boolean }): boolean => !agrees;

describe('agreement with public suites, on a sample', () => {
  it('is complete for the ACT rules', () => {
    const suites = compareActRules(join(SAMPLE, 'act'));
    expect(suites.flatMap(({ comparisons }) => comparisons.filter(DISAGREES))).toEqual([]);
    // Every rule has an example of a failure, or it would agree whatever we say.
    const failed = new Set(
      suites.flatMap(({ comparisons }) =>
        comparisons.filter(({ expected }) => expected === 'failed').map(({ name }) => name.split(' ')[0]),
      ),
    );
    expect(failed.size).toBe(14);
  });

  it('is complete for encodings', () => {
    const [suite] = compareHtml5lib(join(SAMPLE, 'html5lib'));
    expect(suite?.comparisons.filter(DISAGREES)).toEqual([]);
    expect(suite?.comparisons.length).toBeGreaterThanOrEqual(14);
  });

  it('is printed by the command, which fails on a difference that nobody wrote down', async () => {
    const { code, lines } = await compare(SAMPLE);
    expect(lines.filter((line) => line.includes('NEW'))).toEqual([]);
    expect(lines).toContain('Lighthouse: SEO smoke tests: 17 of 17');
    expect(code).toBe(0);

    const folder = await mkdtemp(join(tmpdir(), 'agreement-'));
    await cp(SAMPLE, folder, { recursive: true });
    const rule = join(folder, 'act/_rules/title-present-2779a5.md');
    await writeFile(rule, (await readFile(rule, 'utf8')).replace('Passed', 'Failed'));
    const changed = await compare(folder);
    expect(changed.lines.join('\n')).toContain('NEW: 2779a5 Failed Example 1');
    expect(changed.code).toBe(1);
    await rm(folder, { recursive: true });
  });
});
