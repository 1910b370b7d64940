import type { ErrorKind } from './app-error.ts';

/** An error that clients can tell by its code: what it means and what to do. */
export interface CatalogueEntry {
  /** Stable: programs may rely on it. */
  readonly code: string;
  readonly kind: ErrorKind;
  /** Description of what happened, in one sentence. */
  readonly cause: string;
  /** Advice on what the client can do about it. */
  readonly cure: string;
}

/** Code of each kind of error, for errors that set none. */
export const KIND_CODES: Readonly<Record<ErrorKind, string>> = {
  bad_request: 'bad_request',
  invalid: 'invalid_parameter',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  conflict: 'conflict',
  protected: 'protected',
  precondition_failed: 'precondition_failed',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  rate_limited: 'rate_limit_exceeded',
  unavailable: 'service_unavailable',
  bad_gateway: 'bad_gateway',
  gateway_timeout: 'gateway_timeout',
  internal: 'internal_error',
};

const entry = (kind: ErrorKind, cause: string, cure: string, code = KIND_CODES[kind]): CatalogueEntry => ({
  code,
  kind,
  cause,
  cure,
});

/** Every code that an answer may carry. The API reference and `docs/errors.md` are made from it. */
export const ERROR_CATALOGUE: readonly CatalogueEntry[] = [
  entry(
    'bad_request',
    "The request can't be read: its JSON, percent-encoding or character encoding is malformed.",
    'Correct the encoding. Repeating the request unchanged fails again.',
  ),
  entry(
    'invalid',
    'The request has fields that are refused; the answer names each one and says why.',
    'Correct the named fields.',
  ),
  entry(
    'unauthenticated',
    'The request has no API key, or one that is malformed, expired or revoked.',
    'Send `Authorization: Bearer <key>` with a valid key.',
  ),
  entry(
    'forbidden',
    'The key is valid, but may not do this; the message names the missing scope.',
    'Use a key with that scope.',
  ),
  entry(
    'not_found',
    "The record or path doesn't exist, or belongs to another organisation.",
    'Check the id and the path.',
  ),
  entry(
    'method_not_allowed',
    'The path exists, but not with this method.',
    'Use one of the methods that the header `Allow` lists.',
  ),
  entry(
    'conflict',
    'The request conflicts with the current state of the record.',
    'Read the record, then decide whether to repeat the request.',
  ),
  entry(
    'protected',
    "The change would take something away that its owner can't do without, such as the last admin key.",
    'Create a replacement first.',
  ),
  entry(
    'precondition_failed',
    'The record has changed since the version that `If-Match` names.',
    'Read the record again, and repeat the change with its new `ETag`.',
  ),
  entry(
    'payload_too_large',
    'The body is larger than this path accepts.',
    'Send less, or split the request.',
  ),
  entry(
    'unsupported_media_type',
    "The path doesn't read bodies of this type or encoding.",
    'Send a body of a type that the message names.',
  ),
  entry(
    'rate_limited',
    'The key or the address has used up its requests for now.',
    'Wait for as many seconds as `Retry-After` says; `RateLimit` says how many requests are left.',
  ),
  entry(
    'unavailable',
    'Something that the service needs is down or overloaded.',
    'Repeat the request after `Retry-After` seconds.',
  ),
  entry(
    'bad_gateway',
    'A service behind the gateway closed the connection or sent something unusable.',
    'Repeat the request; a POST with the same `Idempotency-Key`.',
  ),
  entry(
    'gateway_timeout',
    'A service behind the gateway took too long.',
    'Repeat the request; a POST with the same `Idempotency-Key`.',
  ),
  entry(
    'internal',
    'Something went wrong on our side.',
    'Repeat the request later. If it fails again, report the `request_id`.',
  ),
  entry(
    'invalid',
    'The Idempotency-Key was used with another body in the last 24 hours.',
    'Use a new key for a new request.',
    'idempotency_key_reused',
  ),
  entry(
    'conflict',
    'The first request with this Idempotency-Key is still running.',
    'Repeat the request after `Retry-After` seconds.',
    'idempotency_in_progress',
  ),
  entry(
    'conflict',
    "The export isn't finished, so it has no file yet.",
    'Check its status, with `wait` if you like, and download it once it is `completed`.',
    'not_ready',
  ),
  entry(
    'conflict',
    'The export failed; its status says why.',
    'Correct the cause and export again.',
    'export_failed',
  ),
  entry(
    'rate_limited',
    'The organisation has used up its monthly quota; the message says of what.',
    'Wait for the next month (UTC), as `Retry-After` says, or ask the operator for a larger quota. `GET /v1/usage` shows both.',
    'quota_exceeded',
  ),
  entry(
    'unauthenticated',
    'The e-mail address, password, passkey or code is wrong.',
    'Try again; after several wrong ones wait for as long as `Retry-After` says.',
    'wrong_credentials',
  ),
  entry(
    'unauthenticated',
    'The sign-in was not finished in time, or the password was changed meanwhile.',
    'Begin again.',
    'sign_in_expired',
  ),
  entry(
    'forbidden',
    'A way into the account would change, and who you are was last proved too long ago.',
    'Send `POST /v1/account/proof`, and repeat the request.',
    'proof_required',
  ),
  entry(
    'conflict',
    'The invited address has an account.',
    'Sign in to it, and open the invitation again.',
    'account_exists',
  ),
  entry('not_found', 'The result of the export was removed.', 'Export again.', 'expired'),
  entry(
    'conflict',
    'Themes use the palette.',
    'Delete the themes first, or delete the palette with `cascade=true`.',
    'palette_in_use',
  ),
  entry(
    'conflict',
    'The webhook is switched off, by you or because every delivery failed.',
    'Switch it on with `{"enabled": true}`, then repeat the request.',
    'webhook_disabled',
  ),
  entry(
    'conflict',
    'The organisation has as many webhooks as it may have.',
    'Delete one that you no longer need, or change it.',
    'too_many_webhooks',
  ),
  entry(
    'conflict',
    'The workspace has palettes.',
    'Delete them first, or delete the workspace with `cascade=true`.',
    'workspace_in_use',
  ),
  entry(
    'conflict',
    'It is the default workspace, which every organisation has.',
    'Delete another one; the default workspace can be renamed.',
    'default_workspace',
  ),
];

const HEAD = `# Errors

Every error has a stable, machine-readable \`code\`: beside \`message\` in \`/api/v1\`, in \`error\` in \`/v1\`.
This page is made from the code: \`UPDATE_DOCS=1 pnpm --filter @platform/errors test\`.
`;

/** `docs/errors.md`: every code with its cause and its cure. */
export const errorsPage = (): string =>
  [HEAD, ...ERROR_CATALOGUE.map(({ code, cause, cure }) => `## \`${code}\`\n\n${cause}\n\n${cure}\n`)].join(
    '\n',
  );
