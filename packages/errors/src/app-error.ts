/** Kind of failure, independent of HTTP; each response dialect maps a kind to its status code. */
export type ErrorKind =
  | 'bad_request'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'protected'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  | 'bad_gateway'
  | 'gateway_timeout'
  | 'internal';

/** One refused field: its name as the client wrote it, and what is wrong with it. */
export interface ErrorDetail {
  field: string;
  message: string;
}

export interface AppErrorOptions {
  /** Stable, machine-readable; defaults to the code of the kind. */
  code?: string;
  details?: readonly ErrorDetail[];
  /** Whole seconds after which a retry may succeed; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** Response headers that belong to the error, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** The only error with a message that clients see; all others are answered as `internal`. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = options.code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

/** True for an error that was made for the client. */
export const isAppError = (error: unknown): error is AppError => error instanceof AppError;
