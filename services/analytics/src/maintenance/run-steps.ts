/** Something to be done, by the name that it has in an error. */
export type Step = readonly [name: string, run: () => Promise<unknown>];

/**
 * Runs steps one after the other, also those behind one that fails: a lock that can't be had must
 * not keep data longer than its owner wants.
 * @param signal begins no further step once it is aborted; what is left waits for the next time
 * @throws AggregateError that names the steps that failed
 */
export const runSteps = async (steps: Iterable<Step>, signal?: AbortSignal): Promise<void> => {
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  for (const [name, run] of steps) {
    if (signal?.aborted) break;
    try {
      await run();
    } catch (error) {
      failures.push({ name, error });
    }
  }
  if (failures.length === 0) return;
  const told = failures.map(
    ({ name, error }) => `${name} (${error instanceof Error ? error.message : String(error)})`,
  );
  throw new AggregateError(
    failures.map(({ error }) => error),
    `could not be done: ${told.join('; ')}`,
  );
};
