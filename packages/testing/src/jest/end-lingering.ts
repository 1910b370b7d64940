/** Long enough for what is ending by itself. */
const PATIENCE_MILLISECONDS = 3_000;

interface Handle {
  /** Of a child process. */
  readonly pid?: number;
  readonly spawnargs?: readonly string[];
  /** Of a socket. */
  readonly localPort?: number;
  readonly remotePort?: number;
}

/** Undocumented, and the only way to learn more than kinds. */
const openHandles = (): readonly Handle[] =>
  (process as unknown as { _getActiveHandles?: () => readonly Handle[] })._getActiveHandles?.() ?? [];

const nameOf = ({ pid, spawnargs, localPort, remotePort }: Handle): readonly string[] => {
  if (spawnargs !== undefined) return [`process ${pid} (${spawnargs.join(' ')})`];
  return localPort === undefined ? [] : [`socket from port ${localPort} to ${remotePort ?? 'nowhere'}`];
};

/** `3 × PipeWrap, 1 × ProcessWrap: process 4711 (redis-server --port 6380)`, for example. */
const describeOpen = (): string => {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const names = openHandles().flatMap(nameOf).join(', ');
  return names === '' ? kinds : `${kinds}: ${names}`;
};

/**
 * Ends a process that outlives its tests because one of them left something open, and says what:
 * otherwise a run whose tests have all passed would hang until CI gives up. The exit code stays
 * that of the tests.
 */
export const endLingering = (): void => {
  setTimeout(() => {
    process.stderr.write(`The tests are over, but this is still open: ${describeOpen()}.\n`);
    process.exit();
  }, PATIENCE_MILLISECONDS).unref();
};
