import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDatabase } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth } from '@platform/http';
import type { Health } from '@platform/http';
import { createIdentityVerifier, generateIdentityKey, publicJwks } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import { createMetrics, listen, silentLogger } from '@platform/runtime';
import { createTestDatabase, eventually, holdToContract } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import { typeid } from 'typeid-js';
import { createApp } from '../src/app.ts';
import type { AppDeps } from '../src/app.ts';
import { answerEveryRequest } from '../src/request-listener.ts';
import type { ApiKey } from '../src/keys/api-key.ts';
import { createKeysService } from '../src/keys/keys-service.ts';
import type { KeysService } from '../src/keys/keys-service.ts';
import { createKeysStore, createOrganisationsStore } from '../src/keys/keys-store.ts';
import type { KeysStore, OrganisationsStore } from '../src/keys/keys-store.ts';
import { forEachArea } from '../src/routing-table.ts';

/** A stand-in for a service behind the gateway, built on node:http. */
export interface FakeService {
  url: string;
  server: Server;
  /** The requests it received. */
  seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** Starts a fake service. By default it answers `{"ok": true}` to every request. */
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
  /** Shuts down like main.ts, waiting for requests in flight. */
  close(): Promise<void>;
}

export interface Testbed {
  database: TestDatabase;
  store: KeysStore;
  organisations: OrganisationsStore;
  keys: KeysService;
  /** Verifies identities as a service would. */
  verifier(audience: string): Promise<IdentityVerifier>;
  issue(input?: Partial<Parameters<KeysService['create']>[0]>): Promise<{ key: ApiKey; text: string }>;
  /** Services without a target are nowhere. */
  gateway(
    overrides?: Partial<Omit<AppDeps, 'targets'>> & { targets?: Partial<AppDeps['targets']> },
  ): Promise<Gateway>;
  close(): Promise<void>;
}

const guard = createGuard({ userAgent: 'test' });

const nowhere = 'http://127.0.0.1:1';

/** A database with the gateway's tables, and any number of gateways on it. */
export const startTestbed = async (postgresUrl?: string): Promise<Testbed> => {
  const database = await createTestDatabase({
    schema: 'gateway',
    migrations: new URL('../migrations/', import.meta.url),
    ...(postgresUrl === undefined ? {} : { postgresUrl }),
  });
  const identityKey = generateIdentityKey();
  const cursorSecret = randomBytes(32);
  const store = createKeysStore(database.database);
  const organisations = createOrganisationsStore(database.database);
  const keys = createKeysService({ store, defaultRateLimit: 600 });
  const gateways: Gateway[] = [];

  return {
    database,
    store,
    organisations,
    keys,
    verifier: async (audience) =>
      createIdentityVerifier({ publicKey: JSON.stringify(await publicJwks(identityKey)), audience }),
    async issue(input = {}) {
      const organisation =
        input.organisation ??
        (await organisations.ensureOrganisation({ id: typeid('org').toString(), name: 'Acme' })).id;
      const all = {
        name: 'test',
        scopes: ['*'] as const,
        expiresAt: null,
        rateLimit: null,
        allowedAddresses: null,
        ...input,
      };
      return keys.create({ ...all, organisation }, { id: 'cli', scopes: ['*', 'operators:read'] });
    },
    async gateway(overrides = {}) {
      const pool = createDatabase({ url: database.url, schema: 'gateway' });
      const health = createHealth({});
      const metrics = createMetrics({ service: 'gateway', withProcess: false });
      const { app, document, close } = await createApp({
        database: pool,
        databaseUrl: database.url,
        identityKey,
        cursorSecret,
        hosts: {},
        publicUrl: 'http://localhost:8080',
        guard,
        trackerPath: '/t.js',
        collectPath: '/collect',
        // Generous, because the machine may be busy with other tests.
        redisTimeoutMilliseconds: 1_000,
        limitPerMinute: 0,
        publicLimitPerMinute: 3_000,
        upstreamTimeoutMilliseconds: 5_000,
        trustProxy: 0,
        corsOrigins: ['*'],
        logger: silentLogger(),
        metrics,
        health,
        ...overrides,
        targets: { ...forEachArea(() => nowhere), ...overrides.targets },
      });
      const server = await listen(holdToContract(app, document), {
        port: 0,
        host: '127.0.0.1',
        refusesWithoutHost: false,
      });
      answerEveryRequest(server.server, overrides.corsOrigins ?? ['*']);
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

/** Waits until the database announces changes of keys to a gateway: what it caches then stays cached. */
export const untilListening = ({ url }: Gateway): Promise<void> =>
  eventually(async () => {
    const { degraded } = (await (await fetch(`${url}/health/ready`)).json()) as { degraded?: string[] };
    expect(degraded ?? []).not.toContain('key-changes');
  });

/** The header that carries a key. */
export const bearer = (text: string): { Authorization: string } => ({ Authorization: `Bearer ${text}` });
