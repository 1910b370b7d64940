import type { ChangeLock } from '@platform/database';
import { preconditionFailed } from '@platform/errors';
import type { Request } from 'express';

import { entityTag, satisfiesIfMatch, tagOfJson } from './entity-tag.ts';
import { jsonOf } from './reply.ts';
import type { Reply } from './reply.ts';

/** How an endpoint versions the record that it shows or changes. */
export interface Versioning<Context> {
  /** Reads the record as answers show it; needed to change it under `If-Match`. */
  read?: (context: Context) => Promise<unknown>;
  /** Fields that change without the record changing, such as the time until something happens. */
  volatile?: readonly string[];
}

/**
 * Does the work of a change in a transaction. While it is checked that the record is the version
 * that `If-Match` names, no other change of it is made; changes without `If-Match` don't wait for
 * each other here.
 * @throws 412 if the record is another version
 */
export const changeVersioned = async <Context>(
  { read, volatile }: Versioning<Context>,
  context: Context & { request: Request },
  change: { lock: ChangeLock; name: string; work: () => Promise<Reply | undefined> },
): Promise<Reply | undefined> => {
  const wanted = context.request.get('if-match');
  return change.lock({ name: change.name, isExclusive: wanted !== undefined }, async () => {
    if (wanted !== undefined && read !== undefined) {
      const tag = entityTag(await read(context), volatile);
      if (!satisfiesIfMatch(wanted, tag)) throw preconditionFailed(undefined, { headers: { ETag: tag } });
    }
    return change.work();
  });
};

/** The answer with the `ETag` of the record in it; a page and a deletion have none. */
export const withEntityTag = (reply: Reply, volatile: readonly string[] = []): Reply => {
  if (reply.kind !== 'one') return reply;
  // Written once, for the tag and for the answer.
  const json = jsonOf(reply);
  const tag = volatile.length === 0 ? tagOfJson(json) : entityTag(reply.data, volatile);
  return { ...reply, json, headers: { ...reply.headers, ETag: tag } };
};
