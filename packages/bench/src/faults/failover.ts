import { join } from 'node:path';

import { startReplica } from '@platform/postgres-server';
import { freePorts } from '@platform/runtime';
import { startRedisReplica } from '@platform/testing';

import type { Fault } from './fault.ts';
import { nothing } from './fault.ts';
import { signalPostgres } from './signals.ts';

/**
 * A replica is made under load and follows synchronously; then the server is killed, and the
 * replica takes its place. The old server comes back to nobody: the way leads to the new one.
 */
export const failover: Fault = {
  name: 'PostgreSQL failed over to its replica',
  async begin(cluster) {
    const { url, password, folder } = cluster.database;
    const [port = 0] = await freePorts(1);
    const replica = await startReplica({
      primary: { url, directory: folder, password },
      directory: join(folder, '..', 'replica'),
      port,
      settings: ['max_connections=200', 'shared_buffers=128MB'],
    });
    cluster.endWith(() => replica.stop());
    cluster.links.postgres.lead([port]);
    cluster.links.postgres.set('cut');
    await signalPostgres(cluster, 'SIGKILL', 'first');
    await replica.promote();
    cluster.links.postgres.set('open');
    return nothing;
  },
};

/**
 * The same with Redis, whose replica may lack what was written last: PostgreSQL has all of it, and it
 * is queued again.
 */
export const redisFailover: Fault = {
  name: 'Redis failed over to its replica',
  applies: ({ redis }) => redis !== undefined,
  takes: 'redis-server on the PATH',
  async begin(cluster) {
    const { redis, links } = cluster;
    if (redis === undefined || links.redis === undefined) return nothing;
    const replica = await startRedisReplica(redis.port);
    cluster.endWith(() => replica.stop());
    links.redis.set('cut');
    await redis.kill();
    await replica.promote();
    links.redis.lead([replica.port]);
    links.redis.set('open');
    return nothing;
  },
};
