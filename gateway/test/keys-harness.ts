import { typeid } from 'typeid-js';
import request from 'supertest';

import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

/** A gateway with an admin’s key, for the suite that calls this. */
export const useKeys = () => {
  let testbed: Testbed;
  let gateway: Gateway;
  let admin: string;
  let organisation: string;
  let ahead = 0;
  const called = new Set<string>();

  beforeAll(async () => {
    testbed = await startTestbed();
    gateway = await testbed.gateway({ now: () => new Date(Date.now() + ahead) });
    const issued = await testbed.issue({
      name: 'admin',
      scopes: ['keys:admin', 'websites:read', 'stats:read'],
    });
    admin = issued.text;
    organisation = issued.key.organisation;
  });

  beforeEach(() => {
    ahead = 0;
  });

  afterAll(() => testbed.close());

  /** Sends a request as the admin (or with `key`). */
  const call = async (method: 'get' | 'post' | 'delete', path: string, body?: object, key = admin) => {
    called.add(`${method} ${path.replace(/\?.*/, '').replace(/\/key_\w+/, '/{id}')}`);
    const pending = request(gateway.url)[method](path).set(bearer(key));
    return body === undefined ? pending : pending.send(body);
  };

  /** The operations on keys in the document that `call` hasn't called so far. */
  const uncalled = async (): Promise<string[]> => {
    const document = (await request(gateway.url).get('/openapi.json').expect(200)).body as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    return Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { operationId }]) => operationId.startsWith('keys.'))
          .map(([method]) => `${method} ${path}`),
      )
      .filter((operation) => !called.has(operation));
  };

  /** A key of another organisation, which is made if there is none of that name. */
  const otherOrganisation = async (name = 'Other') => {
    const { id } = await testbed.organisations.ensureOrganisation({ id: typeid('org').toString(), name });
    return testbed.issue({ organisation: id, scopes: ['*'] });
  };

  return {
    testbed: () => testbed,
    gateway: () => gateway,
    admin: () => admin,
    organisation: () => organisation,
    /** Sets the gateway's clock ahead, for the rest of a test. */
    pass: (seconds: number) => {
      ahead += seconds * 1000;
    },
    call,
    uncalled,
    otherOrganisation,
  };
};
