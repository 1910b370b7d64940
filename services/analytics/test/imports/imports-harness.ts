import { silentLogger } from '@platform/runtime';
import request from 'supertest';
import { ZipFile } from 'yazl';

import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { createImportJob } from '../../src/imports/import-job.ts';
import { createImportedDaysStore } from '../../src/imports/imported-days-store.ts';
import type { ImportedDaysStore } from '../../src/imports/imported-days-store.ts';
import { createImportsStore } from '../../src/imports/imports-store.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

export const zipOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

export const sum = (rows: readonly Record<string, number>[], name: string): number =>
  rows.reduce((total, row) => total + (row[name] ?? 0), 0);

/** A platform and the calls of an import, for the suite that calls this. */
export const useImports = () => {
  let platform: RunningAnalytics;

  beforeAll(async () => {
    platform = await startAnalytics();
  });

  afterAll(() => platform.stop());

  const createJob = (wrap: (days: ImportedDaysStore) => ImportedDaysStore = (days) => days) => {
    const { database } = platform.db;
    return createImportJob({
      store: createImportsStore(database),
      days: wrap(createImportedDaysStore(database, createDictionaryStore(database))),
      logger: silentLogger(),
      now: Date.now,
    });
  };

  const api = async (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) =>
    request(platform.server)
      [method](`/api/v1${path}`)
      .set('Authorization', await platform.identity.bearer())
      .send(body);

  const upload = async (site: WebsiteJson, source: string, name: string, content: Buffer | string) => {
    const made = await api('post', `/websites/${site.id}/imports`, {
      source,
      file_name: name,
      content: Buffer.from(content).toString('base64'),
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    return made.body.data as { id: number };
  };

  const bring = async (site: WebsiteJson, source: string, name: string, content: Buffer | string) => {
    const { id } = await upload(site, source, name, content);
    await createJob().run();
    return (await api('get', `/websites/${site.id}/imports/${id}`)).body.data;
  };

  const query = async (site: WebsiteJson, from: string, to: string, body: object) =>
    (await api('post', `/stats/${site.id}/query`, { date_range: { from, to }, ...body })).body.data;

  const values = async (site: WebsiteJson, dimension: string, metric: string) =>
    Object.fromEntries(
      (
        await query(site, '2024-01-01', '2024-01-31', { metrics: [metric], dimensions: [dimension] })
      ).rows.map((row: { dimensions: Record<string, string>; metrics: Record<string, number> }) => [
        row.dimensions[dimension],
        row.metrics[metric],
      ]),
    );

  return { platform: () => platform, createJob, api, upload, bring, query, values };
};
