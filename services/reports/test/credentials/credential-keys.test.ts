import { randomBytes } from 'node:crypto';

import { silentLogger } from '@platform/runtime';
import type { TestDatabase } from '@platform/testing';

import { createSecretBox } from '../../src/credentials/secret-box.ts';
import { createCredentialVault } from '../../src/credentials/credential-vault.ts';
import { createCredentialsStore, resealCredentials } from '../../src/credentials/credentials-store.ts';
import { openTestDatabase, startService } from '../harness.ts';
import { BASIC_AUTH, SECRET_HEADER, startStagingSite } from './staging-site.ts';

const FIELDS = { basic_auth: BASIC_AUTH, request_headers: `X-Staging: ${SECRET_HEADER}` };
const old = randomBytes(32);
const next = randomBytes(32);

let database: TestDatabase;
let site: Awaited<ReturnType<typeof startStagingSite>>;
beforeAll(async () => {
  site = await startStagingSite();
  database = await openTestDatabase();
});
afterAll(async () => {
  await site.close();
  await database.drop();
});

const withKeys = async <Result>(
  keys: readonly Buffer[],
  work: (api: Awaited<ReturnType<Awaited<ReturnType<typeof startService>>['client']>>) => Promise<Result>,
): Promise<Result> => {
  const service = await startService(database, { keys });
  try {
    return await work(await service.client('org_a'));
  } finally {
    await service.close();
  }
};
/** As at the start of the service. */
const reseal = (...keys: Buffer[]) =>
  resealCredentials(
    createCredentialsStore(database.database),
    createCredentialVault(createSecretBox(keys)),
    silentLogger(),
  );
const again = (id: number) =>
  database
    .database('reports')
    .where({ id })
    .update({ generated_at: new Date(Date.now() - 120_000) });

it('are read after a rotation with the new key alone', async () => {
  const id = await withKeys([old], async (api) => {
    const { body } = await api.post('/reports', { url: `${site.origin}/`, ...FIELDS });
    expect(body.data.status).toBe('generated');
    await api.post('/sites', { url: `${site.origin}/`, max_pages: 1, ...FIELDS });
    return Number(body.data.id);
  });
  expect(await reseal(next, old)).toEqual({ renewed: 2, lost: 0 });
  expect(await reseal(next, old)).toEqual({ renewed: 0, lost: 0 });
  await again(id);
  await withKeys([next], async (api) => {
    const { body } = await api.put(`/reports/${String(id)}`, { results: 1 });
    expect(body.data).toMatchObject({ status: 'generated', error: null });
  });
});

it('fail the report in a sentence when the key is gone, and can be given again', async () => {
  const id = await withKeys([old], async (api) => {
    const { body } = await api.post('/reports', { url: `${site.origin}/second`, ...FIELDS });
    return Number(body.data.id);
  });
  await again(id);
  const lost = randomBytes(32);
  expect((await reseal(lost)).lost).toBeGreaterThan(0);
  site.own.length = 0;
  await withKeys([lost], async (api) => {
    const { body } = await api.put(`/reports/${String(id)}`, { results: 1 });
    expect(body.data).toMatchObject({
      status: 'failed',
      error: 'credentials',
      error_message: 'The stored credentials can’t be read any more; please give them again.',
    });
    // It did not try without them.
    expect(site.own).toEqual([]);
    const { body: mended } = await api.put(`/reports/${String(id)}`, { results: 1, ...FIELDS });
    expect(mended.data).toMatchObject({ status: 'generated', error: null });
  });
});

it('are refused where there is no key, and a report without them is not', async () => {
  await withKeys([], async (api) => {
    const { status, body } = await api.post('/reports', { url: `${site.origin}/`, basic_auth: 'a:b' });
    expect(status).toBe(422);
    expect(body.errors.basic_auth[0]).toContain('CREDENTIALS_KEY');
    expect((await api.post('/reports', { url: `${site.origin}/back` })).status).toBe(201);
  });
});
