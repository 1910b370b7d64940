import { setTimeout as sleep } from 'node:timers/promises';

/** Part of the platform that the demo uses: its public interface, with a key. */
export interface DemoApi {
  readonly url: string;
  /**
   * @param path with the query, such as `/api/v1/websites?search=demo`
   * @returns `data` of the answer
   * @throws an error with the answer's message, after some patience with 429 and 503
   */
  call<Data>(method: string, path: string, body?: object): Promise<Data>;
}

const TRIES = 8;
const LONGEST_WAIT_SECONDS = 65;

interface Answer {
  readonly data?: unknown;
  readonly message?: string;
  readonly errors?: unknown;
  readonly error?: { readonly message?: string };
}

const messageOf = ({ message, errors, error }: Answer): string =>
  [message ?? error?.message ?? 'no message', errors === undefined ? '' : JSON.stringify(errors)]
    .join(' ')
    .trim();

/** @param url of the gateway, without a slash at the end */
export const createDemoApi = (url: string, key: string): DemoApi => {
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        prefer: 'respond-async',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    }).catch((cause: unknown) => {
      throw new Error(`There is no platform at ${url}. Start it with "npm start".`, { cause });
    });

  return {
    url,
    async call<Data>(method: string, path: string, body?: object): Promise<Data> {
      for (let turn = 1; ; turn += 1) {
        const response = await send(method, path, body);
        const answer = (await response.json()) as Answer;
        if (response.ok) return answer.data as Data;
        const mayPass = response.status === 429 || response.status === 503;
        if (!mayPass || turn === TRIES)
          throw new Error(`${method} ${path}: ${response.status} ${messageOf(answer)}`);
        const wait = Number(response.headers.get('retry-after') ?? 1);
        await sleep(1_000 * Math.min(LONGEST_WAIT_SECONDS, Math.max(1, wait)));
      }
    },
  };
};
