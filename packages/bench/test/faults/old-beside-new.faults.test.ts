import { ROOT } from '@platform/local';
import { eventually, sayIsSkipped } from '@platform/testing';

import { checkOut, hasSameSchema, newestRelease } from '../../src/faults/check-out.ts';
import type { Checkout } from '../../src/faults/check-out.ts';
import { createClient } from '../../src/faults/client.ts';
import { findLost } from '../../src/faults/find-lost.ts';
import { startLoad } from '../../src/faults/load.ts';
import type { Load } from '../../src/faults/load.ts';
import { replaceInTurn } from '../../src/faults/rolling-update.ts';
import { servePage } from '../../src/faults/serve-page.ts';
import { startCluster } from '../../src/faults/start-cluster.ts';
import type { Cluster } from '../../src/faults/start-cluster.ts';

const TITLE = 'an older version beside this one';
/** Any revision may be named; releases are held against the one before. */
const older = process.env['OLDER_VERSION'] ?? (await newestRelease());
const whySkipped = async (): Promise<string | undefined> => {
  if (older === undefined) return 'The commit of no release is in this history.';
  if (!(await hasSameSchema(older))) return `Data of ${older} can't be taken over by this version.`;
  return undefined;
};
const reason = await whySkipped();
if (reason !== undefined) sayIsSkipped(TITLE, reason);

/** Enough that every kind of request meets every pair of old and new several times. */
const REQUESTS = 300;
const PATIENCE_MILLISECONDS = 300_000;

(reason === undefined ? describe : describe.skip)(TITLE, () => {
  const updated = new Set<string>();
  let checkout: Checkout;
  let cluster: Cluster;
  let load: Load | undefined;
  let served: Awaited<ReturnType<typeof servePage>>;

  beforeAll(async () => {
    checkout = await checkOut(older ?? '');
    served = await servePage();
    cluster = await startCluster(() => undefined, {
      rootOf: (name) => (updated.has(name) ? ROOT : checkout.root),
    });
  }, PATIENCE_MILLISECONDS);
  afterAll(async () => {
    await load?.stop();
    await cluster.stop();
    served.close();
    await checkout.remove();
  }, PATIENCE_MILLISECONDS);

  it(
    'fails no request while the schema and then the processes are replaced, and loses nothing',
    async () => {
      const gateways = [`http://127.0.0.1:${cluster.links.gateway.port}`];
      const client = createClient({ gateways, key: cluster.key, customer: served, keepAlive: false });
      const update = async (suffix: string): Promise<void> => {
        const names = [...cluster.ports.keys()].filter((name) => name.endsWith(suffix));
        for (const name of names) updated.add(name);
        await replaceInTurn(cluster, names);
      };
      await client.begin();
      load = startLoad(client);
      const { seen } = load;
      const more = async (): Promise<void> => {
        const until = seen.requests + REQUESTS;
        await eventually(() => {
          expect(seen.requests).toBeGreaterThanOrEqual(until);
        }, PATIENCE_MILLISECONDS);
      };
      await cluster.migrate(ROOT);
      // The old version by itself on the new schema, then one of each, then the new one by itself.
      await more();
      await update('-1');
      await more();
      await update('-2');
      await more();
      await load.stop();
      expect({ failures: [...seen.failures], problems: seen.problems }).toEqual({
        failures: [],
        problems: [],
      });
      expect(await findLost(client, seen)).toEqual([]);
    },
    PATIENCE_MILLISECONDS * 2,
  );
});
