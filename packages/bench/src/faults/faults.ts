import { holdConnections } from './crowd.ts';
import { disturb, nothing } from './fault.ts';
import type { Fault } from './fault.ts';
import { postgresFaults } from './postgres-faults.ts';
import { failover, redisFailover } from './failover.ts';
import { rollingUpdate } from './rolling-update.ts';
import { signal } from './signals.ts';
import { KINDS, REDIS_KINDS } from './start-cluster.ts';

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

const redisFaults: Fault[] = [
  {
    name: 'Redis killed',
    applies: ({ redis }) => redis !== undefined,
    takes: 'redis-server on the PATH',
    async begin({ redis }) {
      await redis?.kill();
      return () => redis?.restart();
    },
  },
  disturb('Redis out of reach without a word', ({ links }) => links.redis, 'frozen'),
  disturb('Redis cut off', ({ links }) => links.redis, 'cut'),
];

const networkFaults: Fault[] = [
  ...(['analytics', 'reports', 'palette'] as const).flatMap((name) => [
    disturb(`gateway and ${name} cut apart`, ({ links }) => links[name], 'cut'),
    disturb(`${name} answers with noise`, ({ links }) => links[name], 'garbage'),
  ]),
  ...KINDS.map((kind) =>
    disturb(`${kind} and PostgreSQL cut apart`, ({ links }) => links.postgres.of[kind], 'cut'),
  ),
  ...REDIS_KINDS.map((kind) =>
    disturb(`${kind} and Redis cut apart`, ({ links }) => links.redis?.of[kind], 'cut'),
  ),
];

const crowd: Fault = {
  name: '2,000 held connections, a tenth of them dripping headers',
  begin({ gateways: [address = ''] }) {
    const crowdOfClients = holdConnections(Number(new URL(address).port), 2_000);
    return Promise.resolve(() => {
      crowdOfClients.leave();
    });
  },
};

/** Two minutes are more than the minute for which an identity is good. */
const clockFaults: Fault[] = (['SIGWINCH', 'SIGURG'] as const).map((kind) => ({
  name: `clocks of one of each two minutes ${kind === 'SIGWINCH' ? 'ahead' : 'back'}`,
  begin(cluster) {
    const shift = (): void => {
      for (const name of KINDS) signal(cluster, `${name}-1`, kind);
    };
    shift();
    return Promise.resolve(shift);
  },
}));

/** Everything that is tried, in this order; the first shows the load without a fault. */
export const faults: readonly Fault[] = [
  { name: 'nothing', begin: () => Promise.resolve(nothing) },
  ...processFaults,
  ...postgresFaults,
  ...redisFaults,
  ...networkFaults,
  ...clockFaults,
  crowd,
  rollingUpdate,
  // Last, as everything goes on with the replicas.
  redisFailover,
  failover,
];
