import { createWaits } from '@platform/database';
import type { RequestListener } from 'node:http';

import { createGuard } from '@platform/guard';
import { loadPages } from '@platform/pages';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity, holdToContract } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import request from 'supertest';

import { createApp } from '../src/app.ts';
import { createFetchImage } from '../src/images/fetch-image.ts';
import { createFetchStyles } from '../src/imports/fetch-styles.ts';

export interface PaletteHarness {
  app: RequestListener;
  /** The same without the document's contract, for pages that it doesn't describe. */
  pages: RequestListener;
  database: TestDatabase;
  identity: TestIdentity;
  close(): Promise<void>;
}

/** The service on its own database, without a queue, which these suites do not need. */
export const createPaletteHarness = async (): Promise<PaletteHarness> => {
  const database = await createTestDatabase({
    schema: 'palette',
    migrations: new URL('../migrations/', import.meta.url),
  });
  const identity = await createTestIdentity('palette');
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'Test/1.0' });
  const pages = await loadPages('palette');
  const app = createApp({
    pages: () => Promise.resolve(pages),
    database: database.database,
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'palette', withProcess: false }),
    secret: Buffer.alloc(32, 7),
    publicUrl: 'https://api.example.com',
    trustProxy: 0,
    fetchImage: createFetchImage(guard),
    fetchStyles: createFetchStyles(guard),
    exports: {
      queue: { addSoon: () => undefined, state: () => Promise.reject(new Error('There is none.')) },
      waiters: createWaits(),
      lifetime: 3_600,
    },
  });
  return {
    app: holdToContract(app),
    pages: app,
    database,
    identity,
    close: () => guard.close().then(() => database.drop()),
  };
};

/** Requests of one organisation. */
export const clientOf = async (
  { app, identity }: PaletteHarness,
  organisation = 'org_a',
  scopes: readonly string[] = ['*'],
) => {
  type Headers = Readonly<Record<string, string>>;
  const bearer = await identity.bearer({ organisation, scopes });
  const authorized = async (sent: request.Test, headers: Headers = {}, body?: string | object) => {
    const all = { Authorization: bearer, ...headers };
    return body === undefined ? sent.set(all) : sent.set(all).send(body);
  };
  return {
    get: (path: string, headers?: Headers) => authorized(request(app).get(path), headers),
    post: (path: string, body: string | object | undefined, headers: Headers = {}) =>
      authorized(request(app).post(path), { 'Content-Type': 'application/json', ...headers }, body),
    patch: (path: string, body: object, headers?: Headers) =>
      authorized(request(app).patch(path), headers, body),
    put: (path: string, body: object, headers?: Headers) => authorized(request(app).put(path), headers, body),
    delete: (path: string, headers?: Headers) => authorized(request(app).delete(path), headers),
  };
};

export type PaletteClient = Awaited<ReturnType<typeof clientOf>>;

/** The fields that an answer refuses, each once. */
export const refusedFields = (answer: { body: { error?: { details: { field: string }[] } } }): string[] => [
  ...new Set((answer.body.error?.details ?? []).map(({ field }) => field)),
];
