/** Where a run's zone and clock come from: `faketime` puts another one before every process. */
const CLOCK = ['TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED', 'FAKETIME_DONT_FAKE_MONOTONIC'] as const;

type ChildEnvironment = Partial<Record<'PATH' | 'TMPDIR' | (typeof CLOCK)[number], string>>;

/**
 * The environment of every process that a suite starts with settings of its own. By `TMPDIR` the run
 * finds those that were left, also when it was interrupted.
 */
export const childEnvironment = (): ChildEnvironment =>
  Object.fromEntries(
    (['PATH', 'TMPDIR', ...CLOCK] as const).flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
