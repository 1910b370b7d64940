import { withCluster } from '@platform/testing';

import type { BenchContext } from '../harness/benchmark.ts';
import type { IngestServer } from './ingest-service.ts';

/**
 * Runs `work` on a Citus cluster, which is ended with the benchmark, however that ends.
 * @param script as CITUS_CLUSTER names it (docs/operations.md)
 */
export const onCluster = async <Result>(
  script: string,
  { cleanUp }: Pick<BenchContext, 'cleanUp'>,
  work: (server: IngestServer) => Promise<Result>,
): Promise<Result> => {
  const ending = new AbortController();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const running = withCluster(script, ending.signal, async ({ coordinator, serverPids }) =>
    Promise.race([
      ended.promise,
      work({
        url: coordinator,
        pids: await serverPids(),
        isCluster: true,
        stop: () => Promise.resolve(),
      }),
    ]),
  );
  cleanUp(async () => {
    ending.abort();
    ended.reject(new Error('was interrupted'));
    await running.catch(() => undefined);
  });
  return running;
};
