import { createTestDatabase, createTestIdentity, eventually } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';

import { createServiceProcess } from '../service-process.ts';
import type { ServiceProcess } from '../service-process.ts';
import { sum, zipOf } from './imports-harness.ts';
import { plausibleExport } from './plausible-export.ts';

const DAYS = 400;

interface ImportJson {
  id: number;
  status: string;
  days: number;
  skipped_days: number;
}

let db: TestDatabase;
let identity: TestIdentity;
let service: ServiceProcess;

const call = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { authorization: await identity.bearer(), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { data: Data }).data;
};

beforeAll(async () => {
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  identity = await createTestIdentity('analytics');
  service = await createServiceProcess(db.url, identity);
  await service.start();
});

afterAll(async () => {
  await service.kill('SIGKILL');
  await db.drop();
});

describe('an import whose process is killed', () => {
  it('is taken up by the next one, and counts each day once', async () => {
    const { files, days } = plausibleExport('2023-01-01', DAYS);
    const site = await call<{ id: number }>('POST', '/websites', { domain: 'killed.example' });
    const content = (await zipOf(files)).toString('base64');
    const path = `/websites/${site.id}/imports`;
    const made = await call<ImportJson>('POST', path, {
      content,
      source: 'plausible',
      file_name: 'export.zip',
    });
    const present = () => call<ImportJson>('GET', `${path}/${made.id}`);

    await eventually(async () => {
      const { days: written } = await present();
      if (written === 0) throw new Error('nothing is written yet');
    });
    await service.kill('SIGKILL');
    const written = Number((await db.database('imported_days').count({ n: '*' }))[0]?.['n']);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(DAYS);

    // The next process waits three minutes before it takes the import of a silent one.
    await db.database('imports').where({ id: made.id }).update({ claimed_until: new Date() });
    await service.start();
    await eventually(async () => {
      expect(await present()).toMatchObject({ status: 'completed', days: DAYS, skipped_days: 0 });
    }, 120_000);
    const body = { metrics: ['visits', 'pageviews'], date_range: { from: '2023-01-01', to: '2024-12-31' } };
    const { rows } = await call<{ rows: { metrics: object }[] }>('POST', `/stats/${site.id}/query`, body);
    expect(rows[0]?.metrics).toEqual({ visits: sum(days, 'visits'), pageviews: sum(days, 'pageviews') });
  });
});
