import { ApiError, ConnectionError, PlatformError } from './platform-error.ts';
import type { FieldErrors } from './platform-error.ts';

const FIRST_MILLISECONDS = 250;
const LONGEST_BACKOFF_MILLISECONDS = 8_000;
/** A platform that asks for more patience than this gets none: the caller decides. */
const LONGEST_RETRY_AFTER_SECONDS = 60;

/** Seconds that a `Retry-After` header names, as a number or as a date; undefined without one. */
export const retryAfterSeconds = (header: string | null): number | undefined => {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const wanted = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1000 : seconds;
  return Number.isNaN(wanted) ? undefined : Math.max(0, wanted);
};

const isTransient = (error: PlatformError): boolean => {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  // 409 with a time: an earlier attempt with the same Idempotency-Key is still being worked on.
  if (error.status === 409) return error.retryAfterSeconds !== undefined;
  return error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 501);
};

/**
 * Milliseconds to wait before the next attempt, or undefined where another one can't help.
 * Doubles from 250 ms to 8 s with jitter, unless the platform named a time itself.
 * @param attempt how many attempts failed before this one
 * @param random a number in [0, 1)
 */
const retryDelay = (
  error: PlatformError,
  attempt: number,
  random: () => number = Math.random,
): number | undefined => {
  if (!isTransient(error)) return undefined;
  const named = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (named !== undefined) return named > LONGEST_RETRY_AFTER_SECONDS ? undefined : named * 1000;
  const backoff = Math.min(LONGEST_BACKOFF_MILLISECONDS, FIRST_MILLISECONDS * 2 ** attempt);
  return backoff * (0.5 + random() / 2);
};

/** Errors of `/api/v1` and of `/v1` in one: each has some of these. */
interface ErrorBody {
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
  request_id?: string;
  error?: { code?: string; message?: string; details?: { field: string; message: string }[] };
  meta?: { request_id?: string };
}

const parseError = (text: string): ErrorBody => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // A proxy on the way answers with a page of its own.
    return {};
  }
};

const fieldsOf = ({ errors, error }: ErrorBody): FieldErrors => {
  const details: unknown = error?.details;
  // What answers may be another server, whose errors are of another form.
  const fields = new Map(Object.entries(errors ?? {}).filter(([, texts]) => Array.isArray(texts)));
  for (const detail of Array.isArray(details)
    ? (details as ({ field: string; message: string } | null)[])
    : [])
    if (detail?.field !== undefined)
      fields.set(detail.field, [...(fields.get(detail.field) ?? []), detail.message]);
  return Object.fromEntries(fields);
};

/** Makes the error of an answer whose status isn't 2xx, in either dialect. */
const readError = (response: Response, text: string): ApiError => {
  const body = parseError(text);
  const { status } = response;
  return new ApiError({
    code: body.error?.code ?? body.code ?? `http_${status}`,
    message: body.error?.message ?? body.message ?? `The platform answered ${status}.`,
    status,
    requestId: body.meta?.request_id ?? body.request_id ?? response.headers.get('X-Request-Id') ?? undefined,
    fields: fieldsOf(body),
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After')),
  });
};

/**
 * Waits.
 * @throws the reason of `signal` as soon as it is aborted
 */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });

/** How a client reaches the platform. */
export interface TransportOptions {
  /**
   * Address of the gateway. When not given, the variable PLATFORM_URL of a program, and the page's own
   * origin in a browser, for pages that the platform serves.
   */
  url?: string;
  /**
   * An API key. Without one a browser sends the cookie of its session, to its own origin only. A program
   * that takes the address from PLATFORM_URL takes the key from PLATFORM_KEY.
   */
  key?: string;
  /** Milliseconds for one attempt, 60,000 by default; 0 waits for ever. */
  timeout?: number;
  /** How often a failed request is tried again, 3 times by default. */
  maxRetries?: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** Options of a single request. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeout?: number;
  maxRetries?: number;
  headers?: Readonly<Record<string, string>>;
  /** Of a POST; a random one by default, so that retries never do the work twice. */
  idempotencyKey?: string;
  /** Query parameters of an operation that has a body as well. */
  query?: Readonly<Record<string, unknown>>;
}

export interface PlatformRequest extends RequestOptions {
  /** In capitals or not. */
  method: string;
  /** Path below the gateway's address. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Media type that is wanted; JSON by default. */
  accept?: string;
  /**
   * For files. `'bytes'` reads the body within the time-out and the retries; `true` leaves it unread,
   * and what then goes wrong to its reader.
   */
  raw?: boolean | 'bytes';
}

export interface PlatformAnswer {
  response: Response;
  /**
   * The parsed JSON, or a `Uint8Array` where bytes were asked for; undefined when it was left unread, and
   * for an answer without a body.
   */
  body: unknown;
}

/**
 * Sends a request, and sends it again after 408, 429, 5xx and lost connections.
 * @throws ApiError | ConnectionError | PlatformError `unreadable_answer` | the reason of the aborted
 * signal
 */
export type Send = (request: PlatformRequest) => Promise<PlatformAnswer>;

const TIMEOUT_MILLISECONDS = 60_000;
const MAX_RETRIES = 3;

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** `?a=1&b=x&b=y`; what is undefined isn't sent. */
const queryText = (query: Readonly<Record<string, unknown>> = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) parameters.append(name, String(item));
  const text = parameters.toString();
  return text && `?${text}`;
};

const failure = (error: unknown, timedOut: boolean): ConnectionError =>
  timedOut
    ? new ConnectionError('timeout', 'The platform did not answer in time.', { cause: error })
    : new ConnectionError('connection_failed', 'The platform cannot be reached.', { cause: error });

/** Not a lost connection: the whole answer is here, and would be the same again. */
const parse = (text: string, address: string): unknown => {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw new PlatformError(
      'unreadable_answer',
      `${address} answered with something other than JSON. Is this the platform's address?`,
      { cause },
    );
  }
};

const bodyOf = async (response: Response, { raw }: PlatformRequest, address: string): Promise<unknown> => {
  if (raw === 'bytes') return new Uint8Array(await response.arrayBuffer());
  return raw ? undefined : parse(await response.text(), address);
};

interface Program {
  process?: { env?: Readonly<Record<string, string | undefined>> };
  location?: unknown;
}

/**
 * The options with the address and the key of the environment, where no address is given.
 * @throws PlatformError `no_address`
 */
const withEnvironment = (options: TransportOptions): TransportOptions => {
  const { process, location } = globalThis as unknown as Program;
  if (options.url !== undefined || location !== undefined) return options;
  const { PLATFORM_URL: url, PLATFORM_KEY: key } = process?.env ?? {};
  if (url === undefined || url === '')
    throw new PlatformError(
      'no_address',
      'createPlatform needs the address of the platform: `url`, or PLATFORM_URL.',
    );
  return { ...(key === undefined || key === '' ? {} : { key }), ...options, url };
};

/** Makes the function that all methods of a client send their requests with. */
export const createTransport = (given: TransportOptions): Send => {
  const options = withEnvironment(given);
  const base = (options.url ?? '').replace(/\/+$/, '');
  const fetchIt = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));

  const attempt = async (
    request: PlatformRequest,
    headers: Readonly<Record<string, string>>,
  ): Promise<PlatformAnswer> => {
    const { signal, timeout = options.timeout ?? TIMEOUT_MILLISECONDS } = request;
    const slow = new AbortController();
    const timer = timeout > 0 ? setTimeout(slow.abort.bind(slow), timeout) : undefined;
    const address = base + request.path;
    try {
      const response = await fetchIt(address + queryText(request.query), {
        method: request.method,
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: signal ? AbortSignal.any([signal, slow.signal]) : slow.signal,
        credentials: options.key === undefined ? 'same-origin' : 'omit',
      });
      if (!response.ok) throw readError(response, await response.text());
      return { response, body: await bodyOf(response, request, address) };
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      signal?.throwIfAborted();
      throw failure(error, slow.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  };

  const headersOf = (request: PlatformRequest): Record<string, string> => ({
    Accept: request.accept ?? 'application/json',
    // A misspelt parameter is an error with its name, not something that is ignored.
    Prefer: 'handling=strict',
    ...(options.key === undefined ? {} : { Authorization: `Bearer ${options.key}` }),
    ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(request.method === 'POST' ? { 'Idempotency-Key': request.idempotencyKey ?? randomKey() } : {}),
    ...options.headers,
    ...request.headers,
  });

  return async (given) => {
    // `fetch` itself knows `post`, but not `patch`.
    const request = { ...given, method: given.method.toUpperCase() };
    const headers = headersOf(request);
    const { signal, maxRetries = options.maxRetries ?? MAX_RETRIES } = request;
    for (let failed = 0; ; failed++)
      try {
        return await attempt(request, headers);
      } catch (error) {
        const delay = error instanceof PlatformError ? retryDelay(error, failed) : undefined;
        if (delay === undefined || failed >= maxRetries) throw error;
        await pause(delay, signal);
      }
  };
};
