import type { Database } from '@platform/database';

import { createClusterStore, createPlacements } from '../src/cluster/cluster-store.ts';

/** How the tables of a test's database are laid out, for parts of the service that ask. */
export const layoutOf = (database: Database): (() => boolean | Promise<boolean>) =>
  createPlacements({ store: createClusterStore(database) }).isDistributed;
