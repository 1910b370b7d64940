import type { Database } from '@platform/database';

import { createClusterStore } from '../src/cluster/cluster-store.ts';
import { createPlacements } from '../src/cluster/placements.ts';

/** How the tables of a test's database are laid out, for parts of the service that ask. */
export const layoutOf = (database: Database): (() => boolean | Promise<boolean>) =>
  createPlacements({ store: createClusterStore(database) }).isDistributed;
