import { createIdentitySigner, generateIdentityKey } from '@platform/identity';
import { silentLogger } from '@platform/runtime';

import { createEventCollector } from '../src/webhooks/event-collector.ts';
import { startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';
import { startOutbox } from './webhook-harness.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
});
afterAll(() => testbed.close());

it('takes the events of an area from any instance that answers', async () => {
  const { organisation } = (await testbed.issue()).key;
  const outbox = await startOutbox([{ id: 'evt_1', organisation }]);
  const collect = createEventCollector({
    database: testbed.database.database,
    signer: await createIdentitySigner({ privateKey: generateIdentityKey() }),
    targets: { palette: ['http://127.0.0.1:1', outbox.url] },
    logger: silentLogger(),
  });
  await collect(new AbortController().signal);
  expect(outbox.left()).toEqual([]);
  await outbox.close();
});
