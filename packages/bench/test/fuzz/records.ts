import type { createRandom } from '@platform/demo/traffic';

import type { Operation } from './operations.ts';

type Random = ReturnType<typeof createRandom>;

/** Ids of records that the fuzzed requests have made. */
export interface Records {
  /** The id of a record that a path's parameter may stand for, if one is known. */
  idFor(path: string, parameter: string, random: Random): string | undefined;
  /** A body with ids of real records in the place of sample ones. */
  fill(sample: Record<string, unknown>, random: Random): Record<string, unknown>;
  /** Remembers what an answer made. */
  learn(operation: Operation, status: number, body: unknown): void;
}

const KEPT = 30;

/** The collection that a parameter of a path chooses from: `/v1/themes` for `/v1/themes/{id}`. */
const collectionOf = (path: string, parameter: string): string => {
  const before = path.slice(0, path.indexOf(`/{${parameter}}`)).replace(/\{\w+\}/g, '*');
  if (before === '/api/v1/stats') return '/api/v1/websites';
  return before === '/v1/tokens' ? '/v1/tokens/export' : before;
};

const FIELDS: Readonly<Record<string, string>> = {
  palette_id: '/v1/palettes',
  workspace_id: '/v1/workspaces',
};

/**
 * @param fixed fields that all bodies get, such as the address of a page that may be reported on
 */
export const createRecords = (fixed: Readonly<Record<string, (random: Random) => unknown>>): Records => {
  const known = new Map<string, string[]>();
  const choose = (collection: string, random: Random): string | undefined => {
    const ids = known.get(collection) ?? [];
    return ids[random.int(ids.length)];
  };
  return {
    idFor: (path, parameter, random) => choose(collectionOf(path, parameter), random),
    fill(sample, random) {
      const filled = structuredClone(sample);
      for (const name of Object.keys(filled)) {
        const collection = FIELDS[name];
        const id = collection === undefined ? undefined : choose(collection, random);
        if (id !== undefined) filled[name] = id;
        else if (fixed[name]) filled[name] = fixed[name](random);
      }
      return filled;
    },
    learn({ method, path }, status, body) {
      if (method !== 'POST' || status < 200 || status > 299) return;
      const { data } = (body ?? {}) as { data?: { id?: unknown } };
      if (typeof data?.id !== 'string' && typeof data?.id !== 'number') return;
      const collection = path.replace(/\{\w+\}/g, '*');
      known.set(collection, [...(known.get(collection) ?? []), String(data.id)].slice(-KEPT));
    },
  };
};
