import type { Config } from 'jest';

/** Every workspace that has tests is a Jest project of the same shape. */
const project = (displayName: string, directory: string) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots: [`<rootDir>/${directory}`],
  testMatch: ['**/*.test.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ] as [string, Record<string, unknown>],
  },
});

const packages = [
  'errors',
  'runtime',
  'http',
  'identity',
  'database',
  'queue',
  'guard',
  'pages',
  'local',
  'bench',
];
const services = ['analytics', 'reports', 'palette'];

export default {
  projects: [
    ...packages.map((name) => project(name, `packages/${name}`)),
    project('gateway', 'gateway'),
    ...services.map((name) => project(name, `services/${name}`)),
  ],
  // One PostgreSQL for the whole run; every test file gets a database of its own in it.
  globalSetup: '<rootDir>/packages/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 30_000,
} satisfies Config;
