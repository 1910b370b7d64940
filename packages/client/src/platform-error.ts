/** Faults of each refused input, by the name of the field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * Every error that this client throws, except for the reason of an aborted `AbortSignal`. A `Response`
 * whose body the caller reads throws errors of its own.
 */
export class PlatformError extends Error {
  override name = 'PlatformError';
  /** Stable and machine-readable, such as `not_found`; the API reference lists the server's codes. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The platform answered with an error. */
export class ApiError extends PlatformError {
  override name = 'ApiError';
  /** HTTP status code. */
  readonly status: number;
  /** Quote it when you report a problem: every log line of the request carries it. */
  readonly requestId: string | undefined;
  /** Empty unless the platform refused particular fields. */
  readonly fields: FieldErrors;
  /** Seconds after which a retry may succeed, where the platform named a time. */
  readonly retryAfterSeconds: number | undefined;

  constructor(answer: {
    code: string;
    message: string;
    status: number;
    requestId: string | undefined;
    fields: FieldErrors;
    retryAfterSeconds: number | undefined;
  }) {
    super(answer.code, answer.message);
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.fields = answer.fields;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** No usable answer arrived: `connection_failed`, or `timeout` after the time for an attempt. */
export class ConnectionError extends PlatformError {
  override name = 'ConnectionError';
  declare readonly code: 'connection_failed' | 'timeout';
}
