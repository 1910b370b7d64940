import { existsSync, readdirSync } from 'node:fs';

import type { Config } from 'jest';

/**
 * Which suites run: those of `npm test` unless SUITES names another kind. A file's name says its
 * kind, and CONTRIBUTING.md says what each is for.
 */
const KINDS = {
  unit: { match: ['**/*.test.ts', '!**/*.{e2e,nightly,faults}.test.ts'], workers: 4 },
  e2e: { match: ['**/*.e2e.test.ts'], workers: 3 },
  nightly: { match: ['**/*.nightly.test.ts'], workers: 2 },
  // These kill and freeze processes: side by side they would tell how busy the machine is.
  faults: { match: ['**/*.faults.test.ts'], workers: 1 },
  all: { match: ['**/*.test.ts'], workers: 2 },
};

const kind = KINDS[(process.env['SUITES'] ?? 'unit') as keyof typeof KINDS];

/** Every workspace that has tests is a Jest project of the same shape. */
const project = (displayName: string, directory: string) => ({
  displayName,
  rootDir: import.meta.dirname,
  // A project doesn't inherit it, and would keep its map of files in the system's temporary folder.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  roots: [`<rootDir>/${directory}`],
  testMatch: kind.match,
  testEnvironment: '<rootDir>/packages/testing/src/jest/suite-environment.ts',
  runtime: '<rootDir>/packages/testing/src/jest/suite-runtime.ts',
  setupFilesAfterEnv: ['retry-once', 'fail-on-violations', 'fewer-cases'].map(
    (name) => `<rootDir>/packages/testing/src/jest/${name}.ts`,
  ),
  extensionsToTreatAsEsm: ['.ts'],
  // Node.js strips the types.
  transform: {},
});

/** The workspaces below a folder that have tests. */
const testedIn = (folder: string) =>
  readdirSync(`${import.meta.dirname}/${folder}`).filter((name) =>
    existsSync(`${import.meta.dirname}/${folder}/${name}/test`),
  );

export default {
  projects: [
    ...testedIn('packages').map((name) => project(name, `packages/${name}`)),
    project('gateway', 'gateway'),
    ...testedIn('services').map((name) => project(name, `services/${name}`)),
  ],
  globalSetup: '<rootDir>/packages/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/jest/global-teardown.ts',
  testSequencer: '<rootDir>/packages/testing/src/jest/slow-first.ts',
  reporters: ['default', '<rootDir>/packages/testing/src/jest/run-report.ts'],
  maxWorkers: kind.workers,
  // A worker has nothing open when its suites are over (measured: its `exit` event comes 4 to 14 ms after
  // it is told to end). What Node.js then does with 350 MB of memory takes longer on a busy machine than
  // the half second after which Jest would kill it and call it a leak.
  workerGracefulExitTimeout: 10_000,
  // Generous: a busy machine is slow, and no test asserts a duration with it. Tests name a time of
  // their own only where they need more.
  testTimeout: 300_000,
} satisfies Config;
