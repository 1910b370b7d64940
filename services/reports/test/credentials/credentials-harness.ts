import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { BASIC_AUTH, SECRET_HEADER, startStagingSite } from './staging-site.ts';

/** Credentials that open the staging site. */
export const FIELDS = { basic_auth: BASIC_AUTH, request_headers: `X-Staging: ${SECRET_HEADER}\n` };

/** The service and a staging site, for the suite that calls this. */
export const useStagingSite = () => {
  let database: TestDatabase;
  let service: TestService;
  let api: TestClient;
  let site: Awaited<ReturnType<typeof startStagingSite>>;

  beforeAll(async () => {
    site = await startStagingSite();
    database = await openTestDatabase();
    service = await startService(database, { crawlSlice: 500, recoveryInterval: 500 });
    api = await service.client('org_a');
  });
  afterAll(async () => {
    await service.close();
    await site.close();
    await database.drop();
  });
  beforeEach(() => {
    site.own.length = 0;
    site.elsewhere.length = 0;
  });

  const expectNothingToLeak = (...paths: string[]): void => {
    expect(site.elsewhere.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    expect(site.elsewhere.filter(site.isTrusted)).toEqual([]);
    expect(site.own.filter(({ path }) => path === '/back').filter(site.isTrusted)).toEqual([]);
  };

  return {
    database: () => database,
    service: () => service,
    api: () => api,
    site: () => site,
    expectNothingToLeak,
  };
};
