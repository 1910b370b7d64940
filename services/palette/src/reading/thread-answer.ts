import { AppError, invalid, isAppError, unavailable } from '@platform/errors';
import type { AppErrorOptions, ErrorKind } from '@platform/errors';
import type { BodyRead } from '@platform/http';
import { ThreadError } from '@platform/runtime';
import type { ThreadFault } from '@platform/runtime';

/** A result, or an error for the client, as it passes between threads: errors lose their fields there. */
export type ThreadAnswer<Result> =
  | { readonly result: Result }
  | { readonly refused: { kind: ErrorKind; message: string; options: AppErrorOptions } };

interface Sent {
  readonly bytes: Uint8Array;
  readonly strict: boolean;
}

/** Functions of the reading process. */
export interface ReadingFunctions<ImageBody = unknown> {
  /** Reads the body of an import, and imports it: the answer's `data` in JSON. */
  readonly importTokens: (sent: Sent) => Promise<ThreadAnswer<BodyRead<string>>>;
  /** Reads the body of a palette from an image. */
  readonly readImageBody: (sent: Sent) => Promise<ThreadAnswer<BodyRead<ImageBody>>>;
  readonly [name: string]: (argument: never) => Promise<unknown>;
}

/** Does work in a thread, and packs its result or its refusal. */
export const answerOf = async <Result>(
  work: () => Result | Promise<Result>,
): Promise<ThreadAnswer<Result>> => {
  try {
    return { result: await work() };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { kind, message, code, details, retryAfterSeconds, headers } = error;
    const options: AppErrorOptions = {
      details,
      headers,
      ...(code === undefined ? {} : { code }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
    return { refused: { kind, message, options } };
  }
};

/**
 * Waits for the answer of a thread.
 * @param field that is refused where the work takes too long or too much memory
 * @throws AppError what the thread refused; 400 for work that is too much; 503 if the thread ended
 */
export const resultOf = async <Result>(
  answer: Promise<ThreadAnswer<Result>>,
  field: string,
): Promise<Result> => {
  try {
    const known = await answer;
    if ('result' in known) return known.result;
    throw new AppError(known.refused.kind, known.refused.message, known.refused.options);
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error;
    const refuse = (message: string) =>
      invalid([{ field, message: `${field} ${message}` }], { cause: error });
    const errors: Readonly<Record<ThreadFault, () => AppError>> = {
      late: () => refuse('takes too long to read: send a smaller one'),
      memory: () => refuse('takes too much memory to read: send a smaller one'),
      busy: () => unavailable('Too much is being read. Try again soon.', { cause: error }),
      ended: () => unavailable('It could not be read. Try again.', { cause: error }),
    };
    throw errors[error.fault]();
  }
};
