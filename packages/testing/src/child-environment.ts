/**
 * The environment of every process that a suite starts with settings of its own. By `TMPDIR` the run
 * finds those that were left, also when it was interrupted.
 */
export const childEnvironment = (): { PATH?: string; TMPDIR?: string } => {
  const { PATH, TMPDIR } = process.env;
  return { ...(PATH === undefined ? {} : { PATH }), ...(TMPDIR === undefined ? {} : { TMPDIR }) };
};
