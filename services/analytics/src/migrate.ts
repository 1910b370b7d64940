import { migrateService } from '@platform/database';

import { createClusterStore } from './cluster/cluster-store.ts';

const wantsCluster = process.argv.includes('--distribute');

await migrateService({
  schema: 'analytics',
  directory: new URL('../migrations/', import.meta.url),
  environment: process.env,
  async afterwards(database) {
    const cluster = createClusterStore(database);
    // A migration may have added tables to a cluster, too.
    if (!wantsCluster && !(await cluster.isDistributed())) return {};
    return { distributed: await cluster.distribute() };
  },
});
