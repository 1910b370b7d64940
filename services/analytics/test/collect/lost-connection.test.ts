import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createBatchStore } from '../../src/collect/writing/batch-store.ts';
import type { BatchStore } from '../../src/collect/writing/batch-store.ts';
import { layoutOf } from '../layout.ts';

describe('a writer whose connection breaks silently', () => {
  let db: TestDatabase;
  let server: Server;
  let store: BatchStore;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
    });
    const target = new URL(db.url);
    server = createServer((client) => {
      const postgres = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [client, postgres],
        [postgres, client],
      ] as const) {
        sockets.add(from);
        from.pipe(to);
        from.on('error', () => undefined);
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const through = new URL(db.url);
    through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    store = createBatchStore({
      url: through.href,
      schema: 'analytics',
      connections: 1,
      isDistributed: layoutOf(db.database),
    });
  });
  afterAll(async () => {
    await store.close();
    server.close();
    await db.drop();
  });

  const write = (duringWork: () => void | Promise<void>) =>
    store.inTransaction({ milliseconds: 30_000, websites: [1], node: 0 }, async (transaction) => {
      await Promise.all([transaction.lockWebsites([1], true), duringWork()]);
      return { statements: [], result: 'written' };
    });

  it('fails that batch, and writes the next over a new connection', async () => {
    expect(await write(() => undefined)).toBe('written');
    await expect(
      write(() => {
        for (const socket of sockets) socket.resetAndDestroy();
      }),
    ).rejects.toThrow();
    // Also while it waits for something else than the database.
    await expect(
      write(async () => {
        for (const socket of sockets) socket.resetAndDestroy();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }),
    ).rejects.toThrow();
    expect(await write(() => undefined)).toBe('written');
  });
});
