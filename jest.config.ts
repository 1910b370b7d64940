import { existsSync, readdirSync } from 'node:fs';

import type { Config } from 'jest';

/**
 * Suites that kill or freeze processes, wait out what that causes, or judge how fast something is,
 * run one at a time with `npm run jest:faults`: side by side with others they would tell how busy
 * the machine is.
 */
const withFaults = process.env['FAULTS'] === '1';

/** Every workspace that has tests is a Jest project of the same shape. */
const project = (displayName: string, directory: string) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots: [`<rootDir>/${directory}`],
  testMatch: withFaults ? ['**/*.faults.test.ts'] : ['**/*.test.ts', '!**/*.faults.test.ts'],
  testEnvironment: '<rootDir>/packages/testing/src/jest/suite-environment.ts',
  runtime: '<rootDir>/packages/testing/src/jest/suite-runtime.ts',
  setupFilesAfterEnv: ['retry-once', 'fail-on-violations'].map(
    (name) => `<rootDir>/packages/testing/src/${name}.ts`,
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
  // One PostgreSQL for the whole run; every test file gets a database of its own in it.
  globalSetup: '<rootDir>/packages/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.ts',
  testSequencer: '<rootDir>/packages/testing/src/slow-first.ts',
  // On two cores: some suites wait for processes, locks and clocks most of their time.
  maxWorkers: withFaults ? 1 : 3,
  // Generous: a busy machine is slow, and no test asserts a duration with it. Tests name a time of
  // their own only where they need more.
  testTimeout: 300_000,
} satisfies Config;
