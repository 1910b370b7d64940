import { createContract, joinPlatform } from '@platform/testing';

import { createApi } from './api.ts';
import type { Api } from './api.ts';
import { servePage } from './serve-page.ts';

const createKey = async (url: string, key: string, body: object): Promise<string> => {
  const response = await fetch(`${url}/v1/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { key: string } };
  return data.key;
};

/**
 * Starts the platform to test, or connects to a running one, such as that of `docker compose`, by
 * CONTRACT_URL, CONTRACT_KEY, CONTRACT_OTHER_KEY (of another organisation) and CONTRACT_PAGE.
 */
export const startContract = async (): Promise<{ api: Api; stop: () => Promise<void> }> => {
  const { CONTRACT_URL, CONTRACT_KEY, CONTRACT_OTHER_KEY, CONTRACT_PAGE } = process.env;
  const connect = async (url: string, key: string, otherKey: string, page: string): Promise<Api> => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    const keyWith = (scopes: string[]): Promise<string> =>
      createKey(url, key, { name: scopes.join(' '), scopes });
    return createApi({ url, key, otherKey, page, keyWith, document, contract: createContract(document) });
  };
  if (CONTRACT_URL !== undefined) {
    const api = await connect(
      CONTRACT_URL,
      CONTRACT_KEY ?? '',
      CONTRACT_OTHER_KEY ?? '',
      CONTRACT_PAGE ?? '',
    );
    return { api, stop: () => Promise.resolve() };
  }
  const { page, close } = await servePage();
  const platform = await joinPlatform();
  const otherKey = await platform.createKey('Another organisation');
  const api = await connect(platform.url, platform.key, otherKey, page);
  return {
    api,
    stop() {
      close();
      return Promise.resolve();
    },
  };
};
