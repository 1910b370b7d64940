/** Of this process, not of a suite: the environment of tests loads this file by itself. */
const KEY = Symbol.for('platform.whenFailed');
type Tell = () => Promise<void>;
const shared = globalThis as { [KEY]?: Tell | undefined };

/** Does something the moment a test of this suite has failed, before the hooks clear up; undefined ends it. */
export const whenFailed = (tell: Tell | undefined): void => {
  shared[KEY] = tell;
};

/** Tells what the suite left to be told; whatever fails on the way is told as well. */
export const tellOfFailure = async (): Promise<void> => {
  try {
    await shared[KEY]?.();
  } catch (error) {
    process.stderr.write(`What the failed test left can’t be shown: ${String(error)}\n`);
  }
};
