import { ApiError } from '@platform/client';
import type { RequestOptions } from '@platform/client';

import { texts } from '../i18n/language.ts';

/** The client's answer for a record. */
export interface Answer<Data> extends Promise<Data> {
  withResponse: () => Promise<{ response: Response }>;
}

/** A record, and the tag of its version where the answer has one. */
export interface Versioned<Data> {
  readonly record: Data;
  readonly tag: string | undefined;
}

/** Keeps the version of a record that is shown or was changed. */
export const versioned = async <Data>(answer: Answer<Data>): Promise<Versioned<Data>> => {
  const [record, { response }] = await Promise.all([answer, answer.withResponse()]);
  // A proxy that compresses makes the tag a weak one, and those match nothing.
  return { record, tag: response.headers.get('ETag')?.replace(/^W\//, '') };
};

/**
 * Changes a record that is still the version with this tag.
 * @param onOther called when somebody else has changed it: the next change is for the present version
 * @throws Error that says so
 */
export const changeVersion = async <Data>(
  tag: string | undefined,
  change: (options: RequestOptions) => PromiseLike<Data>,
  onOther: () => PromiseLike<void>,
): Promise<Data> => {
  try {
    return await change(tag === undefined ? {} : { headers: { 'If-Match': tag } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    await onOther();
    throw new Error(texts().changedMeanwhile, { cause: error });
  }
};
