import { createMetrics, silentLogger } from '@platform/runtime';
import { createContract, createTestDatabase, createTestIdentity } from '@platform/testing';
import type { Contract, TestDatabase, TestIdentity } from '@platform/testing';
import type { Express } from 'express';
import request from 'supertest';

import { createApp } from '../src/app.ts';
import { createExportWaiters } from '../src/tokens/export-waiters.ts';

export interface PaletteHarness {
  app: Express;
  database: TestDatabase;
  identity: TestIdentity;
  contract: Contract;
  close(): Promise<void>;
}

/** The service on a database of its own; without a queue, which these suites have no use for. */
export const createPaletteHarness = async (): Promise<PaletteHarness> => {
  const database = await createTestDatabase({
    schema: 'palette',
    migrations: new URL('../migrations/', import.meta.url),
  });
  const identity = await createTestIdentity('palette');
  const app = createApp({
    database: database.database,
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'palette', withProcess: false }),
    secret: Buffer.alloc(32, 7),
    publicUrl: 'https://api.example.com',
    trustProxy: 0,
    exports: {
      queue: { add: () => Promise.resolve(), addSoon: () => undefined },
      waiters: createExportWaiters(),
      lifetime: 3_600,
    },
  });
  const document = (await request(app).get('/openapi.json')).body as object;
  return { app, database, identity, contract: createContract(document), close: () => database.drop() };
};

/** Requests of one organisation. Every JSON answer is checked against the OpenAPI document. */
export const clientOf = async (
  { app, identity, contract }: PaletteHarness,
  organisation = 'org_a',
  scopes: readonly string[] = ['*'],
) => {
  const bearer = await identity.bearer({ organisation, scopes });
  const checked = async (method: string, path: string, sent: request.Test) => {
    const answer = await sent;
    if (answer.type === 'application/json' && ![405, 413].includes(answer.status))
      contract.check(method, path, { status: answer.status, body: answer.body, type: answer.type });
    return answer;
  };
  const authorized = (sent: request.Test, headers: Readonly<Record<string, string>>) =>
    sent.set('Authorization', bearer).set(headers);
  return {
    get: (path: string, headers: Readonly<Record<string, string>> = {}) =>
      checked('GET', path, authorized(request(app).get(path), headers)),
    post: (path: string, body: string | object | undefined, headers: Readonly<Record<string, string>> = {}) =>
      checked(
        'POST',
        path,
        authorized(request(app).post(path), { 'Content-Type': 'application/json', ...headers }).send(body),
      ),
    delete: (path: string) => checked('DELETE', path, authorized(request(app).delete(path), {})),
  };
};

export type PaletteClient = Awaited<ReturnType<typeof clientOf>>;

/** The fields that an answer refuses, each once. */
export const refusedFields = (answer: { body: { error?: { details: { field: string }[] } } }): string[] => [
  ...new Set((answer.body.error?.details ?? []).map(({ field }) => field)),
];
