/** Why there is no answer. */
export type GuardErrorCode =
  'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'redirect_loop' | 'too_large' | 'invalid_response';

const MESSAGES: Readonly<Record<GuardErrorCode, string>> = {
  // The same sentence for malformed URLs and refused addresses, which clients mustn't tell apart.
  blocked: 'The URL must be the public http or https address of a page.',
  dns: 'The host name could not be resolved.',
  connect: 'The server could not be reached, or it closed the connection.',
  tls: 'No secure connection could be made: the certificate or the protocol is not acceptable.',
  timeout: 'The server took too long to answer.',
  redirect_loop: 'The redirects form a loop, or there are more than ten of them.',
  too_large: 'The answer is larger than the limit.',
  invalid_response: 'The answer is not valid HTTP, or its compression is broken.',
};

/**
 * The only error of a guarded request. Its message may be shown to the client; the cause may not.
 */
export class GuardError extends Error {
  readonly code: GuardErrorCode;
  /** A host name was refused for the addresses it resolved to. */
  readonly isOfName: boolean;

  constructor(code: GuardErrorCode, cause?: unknown, isOfName = false) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause });
    this.name = 'GuardError';
    this.code = code;
    this.isOfName = isOfName;
  }
}

/**
 * The code a client may see. A name that doesn’t exist and one with a refused address look alike, so
 * that nobody can probe the names of an internal network.
 */
export const publicCodeOf = ({
  code,
  isOfName,
}: GuardError): Exclude<GuardErrorCode, 'dns'> | 'unreachable' =>
  code === 'dns' || (code === 'blocked' && isOfName) ? 'unreachable' : code;

const CODES: readonly (readonly [RegExp, GuardErrorCode])[] = [
  [
    /^(ENOTFOUND|ENODATA|ESERVFAIL|ENONAME|EREFUSED|ECANCELLED|EAI_\w+|EBAD(NAME|RESP|QUERY|FAMILY)|EFORMERR)$/,
    'dns',
  ],
  [/^(ETIMEOUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError)$/, 'timeout'],
  [
    /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/,
    'tls',
  ],
  [
    /^(HPE_|HTTPParserError|Z_|ERR_(BROTLI|ZSTD|__ERROR|_)|ZSTD_|UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE|INFO|NOT_SUPPORTED|ABORTED$))/,
    'invalid_response',
  ],
];

const codeOf = (error: unknown): string => {
  if (!Error.isError(error)) return '';
  // Several addresses were tried in turn; the first failure speaks for all.
  if (error.name === 'AggregateError' && 'errors' in error && Array.isArray(error.errors))
    return codeOf(error.errors.at(0));
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Classifies a failure of the socket, TLS, HTTP parser or decoder; unknown ones are `connect`. */
export const toGuardError = (error: unknown): GuardError => {
  if (error instanceof GuardError) return error;
  if (Error.isError(error) && error.cause instanceof GuardError) return error.cause;
  const name = codeOf(error);
  return new GuardError(CODES.find(([pattern]) => pattern.test(name))?.[1] ?? 'connect', error);
};
