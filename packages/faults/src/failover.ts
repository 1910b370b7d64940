import { join } from 'node:path';

import { startReplica } from '@platform/postgres-server';
import { freePorts } from '@platform/runtime';

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
