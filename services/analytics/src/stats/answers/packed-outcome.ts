import { AppError } from '@platform/errors';
import type { AppErrorOptions, ErrorKind } from '@platform/errors';
import { toAppError } from '@platform/http';

/** What came of a question, in a form that survives the way from another thread. */
export type PackedOutcome<Result> =
  | { readonly result: Result }
  | {
      readonly kind: ErrorKind;
      readonly message: string;
      readonly options: Omit<AppErrorOptions, 'cause'>;
      readonly cause: string | undefined;
    };

/** Packs what `work` comes to: any error as the one to answer, with its cause as text. */
export const packOutcome = async <Result>(work: Promise<Result>): Promise<PackedOutcome<Result>> => {
  try {
    return { result: await work };
  } catch (error) {
    const { kind, message, code, details, retryAfterSeconds, headers, cause } = toAppError(error);
    return {
      kind,
      message,
      options: {
        details,
        headers,
        ...(code !== undefined && { code }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
      cause: Error.isError(cause) ? (cause.stack ?? cause.message) : undefined,
    };
  }
};

/** What was packed. @throws AppError that was packed */
export const unpackOutcome = <Result>(outcome: PackedOutcome<Result>): Result => {
  if ('result' in outcome) return outcome.result;
  const { kind, message, options, cause } = outcome;
  throw new AppError(kind, message, { ...options, ...(cause !== undefined && { cause: new Error(cause) }) });
};
