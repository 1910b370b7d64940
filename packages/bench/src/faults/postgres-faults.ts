import { fillDisk } from './disk.ts';
import { disturb, nothing } from './fault.ts';
import type { Fault } from './fault.ts';
import { signalPostgres } from './signals.ts';

/** Faults of the only PostgreSQL. */
export const postgresFaults: readonly Fault[] = [
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
  {
    name: "PostgreSQL's disk full",
    applies: ({ hasOwnDisk }) => hasOwnDisk,
    takes: 'a file system of its own (Linux, as root)',
    begin: ({ database }) => fillDisk(database.folder),
  },
];
