import { createLink } from './link.ts';
import type { Link, LinkMode } from './link.ts';

/** The ways of several kinds of processes to one server. */
export interface Ways<Kind extends string> {
  of: Readonly<Record<Kind, Link>>;
  /** Disturbs all of them. */
  set(mode: LinkMode): void;
  /** Leads new connections on all of them elsewhere. */
  lead(targets: readonly number[]): void;
  close(): Promise<void>;
}

/** Opens a way to the server on this port for each kind of process, so that each can be cut off alone. */
export const openWays = async <Kind extends string>(
  kinds: readonly Kind[],
  port: number,
): Promise<Ways<Kind>> => {
  const ways = await Promise.all(kinds.map(async (kind) => [kind, await createLink([port])] as const));
  return {
    of: Object.fromEntries(ways) as Record<Kind, Link>,
    set(mode) {
      for (const [, link] of ways) link.set(mode);
    },
    lead(targets) {
      for (const [, link] of ways) link.lead(targets);
    },
    async close() {
      await Promise.all(ways.map(([, link]) => link.close()));
    },
  };
};
