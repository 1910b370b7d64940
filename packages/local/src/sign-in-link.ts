import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** An agent of its own: the global one may be told to use a proxy (`NODE_USE_ENV_PROXY`). */
const direct = new Agent();

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * A link that opens the console signed in, once and within ten minutes.
 * @param gateway its address on this machine
 * @returns undefined where the gateway gives none, as for a key that was revoked
 */
export const createSignInLink = async (gateway: string, key: string): Promise<string | undefined> => {
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Length': 0 };
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
      request(`${gateway}/v1/sign-in-links`, { method: 'POST', agent: direct, headers, signal })
        .on('response', (response) => {
          json(response).then(resolve, reject);
        })
        .on('error', reject)
        .end();
    });
    return (answer as { data?: { url?: string } }).data?.url;
  } catch {
    // The platform is up without it, and the key signs in as well.
    return undefined;
  }
};
