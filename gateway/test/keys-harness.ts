import { createContract } from '@platform/testing';
import { typeid } from 'typeid-js';
import request from 'supertest';

import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

/**
 * A gateway with an admin’s key, for the suite that calls this; answers are checked against the
 * OpenAPI document.
 */
export const useKeys = () => {
  let testbed: Testbed;
  let gateway: Gateway;
  let admin: string;
  let organisation: string;
  let contract: ReturnType<typeof createContract>;

  beforeAll(async () => {
    testbed = await startTestbed();
    gateway = await testbed.gateway();
    const issued = await testbed.issue({
      name: 'admin',
      scopes: ['keys:admin', 'websites:read', 'stats:read'],
    });
    admin = issued.text;
    organisation = issued.key.organisation;
    const document = await request(gateway.url).get('/openapi.json').expect(200);
    contract = createContract(document.body);
  });

  afterAll(() => testbed.close());

  /**
   * Sends a request as the admin (or with `key`) and checks the answer against the OpenAPI document.
   */
  const call = async (method: 'get' | 'post' | 'delete', path: string, body?: object, key = admin) => {
    const pending = request(gateway.url)[method](path).set(bearer(key));
    const answer = await (body === undefined ? pending : pending.send(body));
    const { status, body: content, type } = answer;
    contract.check(method.toUpperCase(), path, { status, body: content, type });
    return answer;
  };

  const otherOrganisation = async (scopes: ['*'] | ['keys:admin'] = ['*']) => {
    const { id } = await testbed.organisations.ensureOrganisation({
      id: typeid('org').toString(),
      name: 'Other',
    });
    return testbed.issue({ organisation: id, scopes });
  };

  return {
    testbed: () => testbed,
    gateway: () => gateway,
    admin: () => admin,
    organisation: () => organisation,
    contract: () => contract,
    call,
    otherOrganisation,
  };
};
