import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { generateIdentityKey } from '@platform/identity';
import { childEnvironment, eventually, freePort } from '@platform/testing';

import { createWebhooksStore } from '../src/webhooks/webhooks-store.ts';
import { startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';
import { startOutbox, startReceiver } from './webhook-harness.ts';

const WORKER = fileURLToPath(new URL('../src/webhook-worker.ts', import.meta.url));

let testbed: Testbed;
let worker: ChildProcess | undefined;
beforeAll(async () => {
  testbed = await startTestbed();
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await testbed.close();
});

const startWorker = async (paletteUrl: string, key: string): Promise<void> => {
  worker = spawn(process.execPath, [WORKER], {
    stdio: 'ignore',
    env: {
      ...childEnvironment(),
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATABASE_URL: testbed.database.url,
      PALETTE_URL: paletteUrl,
      REPORTS_URL: 'http://127.0.0.1:1',
      IDENTITY_PRIVATE_KEY: key,
      GUARD_ALLOW: '127.0.0.1',
      WEBHOOK_LEASE_SECONDS: '1',
    },
  });
};
const killWorker = (): void => {
  worker?.kill('SIGKILL');
};

it('loses no event when the worker is killed between any two steps', async () => {
  const organisation = (await testbed.issue()).key.organisation;
  const ids = Array.from({ length: 30 }, (_, index) => `evt_${index}`);
  const outbox = await startOutbox(ids.map((id) => ({ id, organisation })));
  const receiver = await startReceiver();
  await createWebhooksStore(testbed.database.database).insert(
    {
      id: 'whk_faults',
      organisation,
      url: receiver.url,
      description: null,
      events: ['report.generated'],
      secret: Buffer.alloc(32, 1),
    },
    1,
  );
  const key = generateIdentityKey();
  const dieAt = async (arm: (kill: () => void) => void): Promise<void> => {
    await startWorker(outbox.url, key);
    const ended = once(worker as ChildProcess, 'exit');
    arm(killWorker);
    await ended;
    outbox.onRequest(() => undefined);
    receiver.answerWith(204);
  };

  // With the events read and not stored, stored and not taken, sent and not recorded.
  for (const path of ['/outbox', '/outbox/taken'])
    await dieAt((kill) => {
      outbox.onRequest((requested) => {
        if (requested === path) kill();
      });
    });
  // The worker before may have delivered all of the others.
  outbox.add({ id: 'evt_last', organisation });
  await dieAt((kill) => {
    receiver.answerWith(204, kill);
  });

  await startWorker(outbox.url, key);
  const { database } = testbed.database;
  await eventually(async () => {
    const rows = await database('webhook_deliveries').select<{ status: string }[]>('status');
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(ids.length + 1);
  });
  expect(outbox.left()).toEqual([]);
  const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect([...arrived].sort()).toEqual([...ids, 'evt_last'].sort());
  killWorker();
  await receiver.close();
  await outbox.close();
});
