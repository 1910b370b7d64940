import { readSchemaVersion } from '@platform/database';
import type { Database } from '@platform/database';
import type { StatusSources } from '@platform/http';
import { processVersions } from '@platform/runtime';

/** What operators are shown of this process. It stores the hits of its queue itself. */
export const collectStatus = (database: Database, depth: () => number): StatusSources => {
  const { version, node } = processVersions;
  return {
    schema: () => readSchemaVersion(database),
    queues: {
      collect: () =>
        Promise.resolve({
          isShared: false,
          waiting: depth(),
          active: 0,
          delayed: 0,
          workers: [{ version, node }],
        }),
    },
  };
};
