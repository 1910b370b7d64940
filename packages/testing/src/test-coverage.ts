import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runGroup } from './citus-run/process-group.ts';
import { runJest } from './nightly/run-jest.ts';
import { ROOT } from './run-files.ts';

const PARTS = ['gateway', 'services/analytics', 'services/palette', 'services/reports'];

interface Summary {
  readonly lines: { readonly total: number; readonly covered: number };
}

/** `services/palette       91.2 % of 15,658 lines`, for example. */
const lineOf = (part: string, files: Readonly<Record<string, Summary>>): string => {
  const own = Object.entries(files).filter(([file]) => file.startsWith(join(ROOT, part, 'src')));
  const sum = (field: 'total' | 'covered'): number =>
    own.reduce((total, [, { lines }]) => total + lines[field], 0);
  const share = ((100 * sum('covered')) / sum('total')).toFixed(1);
  return `${part.padEnd(20)}${share.padStart(5)} % of ${sum('total').toLocaleString('en')} lines`;
};

/**
 * `npm run test:coverage`: how many lines of the gateway and the services the suites of `npm test`
 * run, by V8's own count, child processes included. Arguments are Jest's own.
 */
const main = async (): Promise<number> => {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopping.abort();
    });
  const { signal } = stopping;
  const folder = await mkdtemp(join(tmpdir(), 'platform-coverage-'));
  try {
    const raw = join(folder, 'raw');
    // In one process: Jest kills workers before they have written what they ran.
    const code = await runJest(['--runInBand', ...process.argv.slice(2)], {
      signal,
      environment: { NODE_V8_COVERAGE: raw },
    });
    const words = ['report', '--temp-directory', raw, '--reports-dir', folder, '-r', 'json-summary', '--all'];
    const sources = PARTS.flatMap((part) => ['--src', join(ROOT, part, 'src')]);
    const included = PARTS.flatMap((part) => ['--include', `${part}/src/**/*.ts`]);
    await runGroup(join(ROOT, 'packages/testing/node_modules/.bin/c8'), [...words, ...sources, ...included], {
      signal,
      directory: ROOT,
    });
    const files = JSON.parse(await readFile(join(folder, 'coverage-summary.json'), 'utf8')) as Record<
      string,
      Summary
    >;
    process.stdout.write(`${PARTS.map((part) => lineOf(part, files)).join('\n')}\n`);
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

process.exitCode = await main();
