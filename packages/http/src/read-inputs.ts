import { invalid, isAppError } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import Joi from 'joi';
import type { ObjectSchema } from 'joi';

import { findUnstorable } from './unstorable.ts';
import { readInput } from './validate.ts';
import type { Input } from './validate.ts';

/** The request as it arrived: text from path and query, the parsed body. */
export interface RawInput {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  /** False for JSON, where "5" is not a number. */
  convertBody: boolean;
  /** Refuses unknown fields instead of ignoring them (`Prefer: handling=strict`). */
  strict: boolean;
}

/** Knows no parameters at all. */
const NO_QUERY = Joi.object({});

type Attempt<Value> =
  { value: Value; ignored: readonly string[]; faults?: never } | { faults: readonly ErrorDetail[] };

/** What a part of the request holds, or all that is wrong with it. */
const attempt = <Value>(read: () => Input<Value>): Attempt<Value> => {
  try {
    return read();
  } catch (error) {
    if (isAppError(error) && error.kind === 'invalid') return { faults: error.details };
    throw error;
  }
};

/**
 * Reads query and body, and joins the names of what was ignored in them.
 * @param furtherFaults what else is wrong with the body; not asked about one that is fine by its
 *   schema, is too deep or can't be stored
 * @throws an `invalid` error that names every refused field of both
 */
export const readInputs = async <Query, Body>(
  query: ObjectSchema<Query> | undefined,
  body: ObjectSchema<Body> | undefined,
  raw: RawInput,
  furtherFaults?: () => Promise<readonly ErrorDetail[]>,
): Promise<{ query: Query; body: Body; ignored: readonly string[] }> => {
  const { strict } = raw;
  const inQuery = attempt<Query>(() =>
    query === undefined && Object.keys(raw.query as object).length === 0
      ? { value: {} as Query, ignored: [] }
      : readInput(query ?? (NO_QUERY as ObjectSchema<Query>), raw.query, {
          convert: true,
          strict,
          source: 'query',
        }),
  );
  const inBody = attempt<Body>(() =>
    body === undefined
      ? { value: undefined as Body, ignored: [] }
      : readInput(body, raw.body, { convert: raw.convertBody, strict, source: 'body' }),
  );
  if (inQuery.faults === undefined && inBody.faults === undefined)
    return {
      query: inQuery.value,
      body: inBody.value,
      ignored: [...new Set([...inQuery.ignored, ...inBody.ignored])],
    };
  const asksFurther = furtherFaults !== undefined && findUnstorable(raw.body).length === 0;
  throw invalid([
    ...(inQuery.faults ?? []),
    ...(inBody.faults ?? []),
    ...(asksFurther ? await furtherFaults() : []),
  ]);
};
