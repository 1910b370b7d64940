import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createDatabase } from '@platform/database';
import { createHealth } from '@platform/http';
import type { Health } from '@platform/http';
import { createIdentityVerifier, generateIdentityKey, publicJwks } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import { createMetrics, listen, silentLogger } from '@platform/runtime';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import { typeid } from 'typeid-js';

import { createApp } from '../src/app.ts';
import type { AppDeps } from '../src/app.ts';
import type { ApiKey } from '../src/keys/api-key.ts';
import { createKeysService } from '../src/keys/keys-service.ts';
import type { KeysService } from '../src/keys/keys-service.ts';
import { createKeysStore } from '../src/keys/keys-store.ts';
import type { KeysStore } from '../src/keys/keys-store.ts';
import { answerUnreadable } from '../src/refusals.ts';

/** A service behind the gateway, made of node:http alone. */
export interface FakeService {
  url: string;
  server: Server;
  /** The requests that arrived. */
  seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** Starts a fake service; by default it answers `{"ok": true}` to everything. */
export const startService = async (
  handler: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  },
  port = 0,
): Promise<FakeService> => {
  const seen: FakeService['seen'] = [];
  const server = createServer({ keepAliveTimeout: 70_000 }, (request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

export interface Gateway {
  url: string;
  port: number;
  health: Health;
  metrics: ReturnType<typeof createMetrics>;
  /** Ends as main.ts does: waits for what is in flight. */
  close(): Promise<void>;
}

export interface Platform {
  database: TestDatabase;
  store: KeysStore;
  keys: KeysService;
  /** Verifies identities as a service would. */
  verifier(audience: string): Promise<IdentityVerifier>;
  issue(wishes?: Partial<Parameters<KeysService['create']>[0]>): Promise<{ key: ApiKey; text: string }>;
  gateway(overrides?: Partial<AppDeps>): Promise<Gateway>;
  close(): Promise<void>;
}

const nowhere = 'http://127.0.0.1:1';

/** A database with the gateway's tables, and gateways on it. */
export const startPlatform = async (postgresUrl?: string): Promise<Platform> => {
  const database = await createTestDatabase({
    schema: 'gateway',
    migrations: new URL('../migrations/', import.meta.url),
    ...(postgresUrl === undefined ? {} : { postgresUrl }),
  });
  const identityKey = generateIdentityKey();
  const cursorSecret = randomBytes(32);
  const store = createKeysStore(database.database);
  const keys = createKeysService({ store });
  const gateways: Gateway[] = [];

  return {
    database,
    store,
    keys,
    verifier: async (audience) =>
      createIdentityVerifier({ publicKey: JSON.stringify(await publicJwks(identityKey)), audience }),
    async issue(wishes = {}) {
      const organisation =
        wishes.organisation ??
        (await store.ensureOrganisation({ id: typeid('org').toString(), name: 'Acme' })).id;
      const all = { name: 'test', scopes: ['*'] as const, expiresAt: null, rateLimit: null, ...wishes };
      return keys.create({ ...all, organisation }, { id: 'cli', scopes: ['*'] });
    },
    async gateway(overrides = {}) {
      const pool = createDatabase({ url: database.url, schema: 'gateway' });
      const health = createHealth({});
      const metrics = createMetrics({ service: 'gateway', withProcess: false });
      const { app, close } = await createApp({
        database: pool,
        databaseUrl: database.url,
        identityKey,
        cursorSecret,
        targets: { analytics: nowhere, reports: nowhere, palette: nowhere },
        hosts: {},
        publicUrl: 'http://localhost:8080',
        trackerPath: '/t.js',
        collectPath: '/collect',
        // Far above what a healthy Redis needs, also on a machine that is busy with other tests.
        redisTimeoutMilliseconds: 1_000,
        limitPerMinute: 0,
        publicLimitPerMinute: 3_000,
        upstreamTimeoutMilliseconds: 5_000,
        trustProxy: 0,
        logger: silentLogger(),
        metrics,
        health,
        ...overrides,
      });
      const server = await listen(app, { port: 0, host: '127.0.0.1' });
      server.server.on('clientError', answerUnreadable);
      let closed = false;
      const gateway: Gateway = {
        url: `http://127.0.0.1:${server.port}`,
        port: server.port,
        health,
        metrics,
        async close() {
          if (closed) return;
          closed = true;
          await server.close();
          await close();
          await pool.destroy();
        },
      };
      gateways.push(gateway);
      return gateway;
    },
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await database.drop();
    },
  };
};

/** Header of a request with a key. */
export const bearer = (text: string): { Authorization: string } => ({ Authorization: `Bearer ${text}` });
