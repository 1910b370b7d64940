import { PlatformError } from './platform-error.ts';

/** A message of the platform. */
export interface WebhookEvent {
  /** Such as `report.generated`. */
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

export interface VerifyWebhookOptions {
  /** How old or how far in the future a message may be; 300 seconds by default. */
  toleranceSeconds?: number;
  now?: () => number;
}

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The signature isn't ours, or the message is too old. */
export class WebhookError extends PlatformError {
  override name = 'WebhookError';
}

const TOLERANCE_SECONDS = 300;

const headerOf = (headers: HeaderBag, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '')
    throw new WebhookError('webhook_header_missing', `The header ${name} is missing.`);
  return value;
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

const importSecret = async (secret: string): Promise<CryptoKey> => {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0)
    throw new WebhookError('webhook_secret_invalid', 'The secret must be one from the platform: whsec_….');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

/**
 * Verifies a webhook (Standard Webhooks 1.0) and returns its event. Runs wherever there is WebCrypto.
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, secret);
 *
 * @param payload the body exactly as it arrived; parsed and serialised again it isn't the same text
 * @param secret `whsec_…`, or several while a secret is being rotated
 * @throws WebhookError when no secret made the signature, or the message is too old
 */
export const verifyWebhook = async (
  payload: string,
  headers: HeaderBag,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'));
  // `Number('')` and the like are 0, which is far too old.
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookError('webhook_timestamp_invalid', 'The message is too old, or from the future.');
  const content = new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importSecret(one);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, fromBase64(signature.slice(3)), content))
        return JSON.parse(payload) as WebhookEvent;
  }
  throw new WebhookError('webhook_signature_invalid', 'No signature of the message is valid.');
};
