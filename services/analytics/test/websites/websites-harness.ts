import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

export const JSON_TYPE = { type: 'application/json' };

/** A platform with a new owner for each test of the suite that calls this. */
export const useWebsites = () => {
  let platform: RunningAnalytics;
  let owner: string;

  beforeAll(async () => {
    platform = await startAnalytics();
  });

  beforeEach(async () => {
    owner = await platform.identity.bearer({ organisation: `org_${Math.random()}` });
  });

  afterAll(() => platform.stop());

  const send = async (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object | string,
    { type = 'application/x-www-form-urlencoded', as = owner } = {},
  ) => {
    const call = request(platform.server)[method](`/api/v1${path}`).set('Authorization', as);
    return body === undefined ? call : call.type(type).send(body);
  };

  return { platform: () => platform, owner: () => owner, send };
};
