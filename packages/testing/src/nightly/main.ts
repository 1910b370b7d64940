import { runGroup } from '../citus-run/process-group.ts';
import { ROOT } from '../run-files.ts';

interface Part {
  readonly name: string;
  readonly about: string;
  /** Script for Node.js, from the repository's folder. Words of the command line are appended. */
  readonly program: string;
  readonly words?: readonly string[];
  /** Of its suites. Words of the command line choose among them. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Takes hours or needs Docker, so it runs only where it is named. */
  readonly isOnlyByName?: true;
}

const JEST = 'node_modules/jest/bin/jest.js';
const IMAGES = 'packages/local/test/images';

const PARTS: readonly Part[] = [
  {
    name: 'suites',
    about: 'corpora, large pages and other suites that take minutes (*.nightly.test.ts)',
    program: JEST,
    words: ['--testPathIgnorePatterns', IMAGES],
    environment: { SUITES: 'nightly', PRECISION_SECONDS: '75' },
  },
  {
    name: 'faults',
    about: 'processes that are killed and frozen (*.faults.test.ts)',
    program: JEST,
    environment: { SUITES: 'faults' },
  },
  {
    name: 'properties',
    about: 'suites with properties, four times as many cases as in npm test',
    program: JEST,
    environment: { SUITES: 'unit', PROPERTY_RUNS: 'all' },
  },
  {
    name: 'fuzz',
    about: '10,000 hostile requests to every operation',
    program: JEST,
    folder: 'packages/bench/test/fuzz',
    environment: { SUITES: 'e2e', FUZZ_REQUESTS: '10000' },
  },
  {
    name: 'older-postgres',
    about: 'suites of every service on PostgreSQL 15',
    program: 'packages/testing/src/nightly/older-postgres.ts',
  },
  {
    name: 'citus',
    about: 'the analytics suite on a cluster (CITUS_CLUSTER names a script that starts one)',
    program: 'packages/testing/src/nightly/citus.ts',
  },
  {
    name: 'outages',
    about: 'two of every process under load, and one thing after the other fails',
    program: 'packages/bench/src/faults/main.ts',
  },
  {
    name: 'soak',
    about: 'mixed load for ten minutes; a number names other seconds',
    program: 'packages/bench/src/faults/soak.ts',
  },
  {
    name: 'images',
    about: 'images and Compose, with Docker',
    program: JEST,
    folder: IMAGES,
    environment: { SUITES: 'nightly', IMAGES: '1' },
    isOnlyByName: true,
  },
  {
    name: 'fresh',
    about: 'npm test in a container that has only Node.js and git, with Docker',
    program: 'packages/local/test/images/fresh-npm-test.ts',
    isOnlyByName: true,
  },
];

const usage = (): string =>
  [
    'npm run test:nightly [-- PART [WORDS]]: all parts, or one with words of its own.',
    ...PARTS.map(({ name, about }) => `  ${name.padEnd(16)}${about}`),
  ].join('\n');

/** Jest takes several patterns for alternatives: a folder beside a word would be all of the folder. */
const patternsOf = (folder: string | undefined, words: readonly string[]): readonly string[] => {
  if (folder === undefined) return words;
  const options = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  return [...options, ...(names.length === 0 ? [folder] : names.map((name) => `${folder}/.*${name}`))];
};

/** @returns the exit code of the part */
const run = (part: Part, words: readonly string[], signal: AbortSignal): Promise<number> => {
  process.stderr.write(`\n== ${part.name}: ${part.about}\n`);
  return runGroup(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      part.program,
      ...(part.words ?? []),
      ...patternsOf(part.folder, words),
    ],
    { signal, directory: ROOT, environment: { ...part.environment } },
  );
};

/** `npm run test:nightly`: what takes too long for every change. */
const main = async (): Promise<number> => {
  const [name, ...words] = process.argv.slice(2);
  const named = PARTS.find((part) => part.name === name);
  if (name !== undefined && named === undefined) {
    process.stderr.write(`There is no part "${name}".\n${usage()}\n`);
    return 2;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopping.abort();
    });
  if (named !== undefined) return run(named, words, stopping.signal);
  const failed: string[] = [];
  for (const part of PARTS)
    if (part.isOnlyByName !== true && (await run(part, [], stopping.signal)) !== 0) failed.push(part.name);
  process.stderr.write(failed.length === 0 ? 'All parts passed.\n' : `Failed: ${failed.join(', ')}.\n`);
  return failed.length === 0 ? 0 : 1;
};

process.exitCode = await main();
