import { holdConnections } from './crowd.ts';
import type { Link, LinkMode } from './link.ts';
import { signal, signalPostgres } from './signals.ts';
import { KINDS } from './start-cluster.ts';
import type { Cluster } from './start-cluster.ts';

/** One thing that goes wrong. */
export interface Fault {
  name: string;
  /** False where this machine lacks what it takes. */
  applies?: (cluster: Cluster) => boolean;
  /** Makes it go wrong; what it returns makes it right again. Without that, it heals by itself. */
  begin(cluster: Cluster): Promise<() => void | Promise<void>>;
}

const nothing = (): void => undefined;

const disturb = (name: string, find: (cluster: Cluster) => Link | undefined, mode: LinkMode): Fault => ({
  name,
  applies: (cluster) => find(cluster) !== undefined,
  begin(cluster) {
    const link = find(cluster);
    link?.set(mode);
    return Promise.resolve(() => link?.set('open'));
  },
});

const processFaults: Fault[] = KINDS.flatMap((kind) => [
  {
    name: `one ${kind} of two killed`,
    begin(cluster) {
      signal(cluster, `${kind}-1`, 'SIGKILL');
      return Promise.resolve(nothing);
    },
  },
  {
    name: `one ${kind} of two frozen`,
    begin(cluster) {
      signal(cluster, `${kind}-1`, 'SIGSTOP');
      return Promise.resolve(() => {
        signal(cluster, `${kind}-1`, 'SIGCONT');
      });
    },
  },
]);

const postgresFaults: Fault[] = [
  {
    name: 'PostgreSQL killed',
    async begin(cluster) {
      await signalPostgres(cluster, 'SIGKILL', 'first');
      return nothing;
    },
  },
  {
    name: 'PostgreSQL frozen',
    async begin(cluster) {
      await signalPostgres(cluster, 'SIGSTOP');
      return () => signalPostgres(cluster, 'SIGCONT');
    },
  },
  disturb('PostgreSQL slow (50 ms each way)', ({ links }) => links.postgres, { delayMilliseconds: 50 }),
  disturb('PostgreSQL cut off', ({ links }) => links.postgres, 'cut'),
  disturb('PostgreSQL out of reach without a word', ({ links }) => links.postgres, 'frozen'),
];

const redisFaults: Fault[] = [
  {
    name: 'Redis killed',
    applies: ({ redis }) => redis !== undefined,
    async begin({ redis }) {
      await redis?.kill();
      return () => redis?.restart();
    },
  },
  disturb('Redis out of reach without a word', ({ links }) => links.redis, 'frozen'),
  disturb('Redis cut off', ({ links }) => links.redis, 'cut'),
];

const networkFaults: Fault[] = (['analytics', 'reports', 'palette'] as const).flatMap((name) => [
  disturb(`gateway and ${name} cut apart`, ({ links }) => links[name], 'cut'),
  disturb(`${name} answers with noise`, ({ links }) => links[name], 'garbage'),
]);

const crowd: Fault = {
  name: '2,000 held connections, a tenth of them dripping headers',
  begin({ gateways: [address = ''] }) {
    const crowdOfClients = holdConnections(Number(new URL(address).port), 2_000);
    return Promise.resolve(() => {
      crowdOfClients.leave();
    });
  },
};

/** Everything that is tried, in this order; the first shows the load without a fault. */
export const faults: readonly Fault[] = [
  { name: 'nothing', begin: () => Promise.resolve(nothing) },
  ...processFaults,
  ...postgresFaults,
  ...redisFaults,
  ...networkFaults,
  crowd,
];
