import type { Contract } from '@platform/testing';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of other types. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests assert on it, which is the check
  body: any;
}

export interface Sent {
  key?: string | null;
  form?: Record<string, string | number>;
  json?: unknown;
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

export interface Api {
  url: string;
  /** Keys of two organisations, both with all scopes. */
  key: string;
  otherKey: string;
  /** Makes a key with these scopes only. */
  keyWith(scopes: string[]): Promise<string>;
  /** A page that the platform may report on. */
  page: string;
  /** The merged OpenAPI document. */
  document: { paths: object };
  contract: Contract;
  /**
   * Sends a request through the gateway; the answer must be one that the merged OpenAPI document
   * describes.
   */
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
}

const bodyOf = ({ form, json, raw }: Sent): { body?: string | Uint8Array; type?: string } => {
  if (form) {
    const entries = Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]);
    return { body: new URLSearchParams(entries).toString(), type: 'application/x-www-form-urlencoded' };
  }
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  return raw === undefined ? {} : { body: raw };
};

/** A client of the gateway that holds every answer against the OpenAPI document. */
export const createApi = (options: Omit<Api, 'send'>): Api => ({
  ...options,
  async send(method, path, sent = {}) {
    const { body, type } = bodyOf(sent);
    const key = sent.key === undefined ? options.key : sent.key;
    const response = await fetch(`${options.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { body: body as string }),
    });
    const text = await response.text();
    const media = response.headers.get('content-type') ?? '';
    const parsed: unknown = media.startsWith('application/json') ? JSON.parse(text) : text;
    const answer = { status: response.status, headers: response.headers, body: parsed };
    // Paths and methods that don't exist are described nowhere; a refusal of the gateway is
    // described like the services'.
    if (response.status !== 405 && !path.includes('/nothing'))
      options.contract.check(method, path, { status: response.status, body: parsed, type: media });
    return answer;
  },
});
