import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';

// An address of the allow-list needs no DNS: these tests run without a network.
export const URL_A = 'http://127.0.0.1:7000/a';

/** The service with two organisations, for the suite that calls this. */
export const useReports = () => {
  let database: TestDatabase;
  let service: TestService;
  let api: TestClient;
  let other: TestClient;

  beforeAll(async () => {
    database = await openTestDatabase();
    service = await startService(database, { worker: false, resultWaitSeconds: 0 });
    api = await service.client('org_a');
    other = await service.client('org_b');
  });

  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  beforeEach(() => database.database('reports').delete());

  const create = async (fields: object = {}): Promise<number> => {
    const { body, status } = await api.post('/reports', { url: URL_A, ...fields });
    expect(status).toBe(201);
    return body.data.id;
  };

  return { database: () => database, service: () => service, api: () => api, other: () => other, create };
};
