import type { RequestListener } from 'node:http';

import { createGuard } from '@platform/guard';

import { sendDelivery } from '../src/webhooks/send-delivery.ts';
import type { DueDelivery } from '../src/webhooks/webhook.ts';
import { startService } from './harness.ts';

const dueAt = (url: string): DueDelivery => ({
  id: 'dlv_1',
  attempt: 1,
  event: { id: 'evt_1', organisation: 'org_1', type: 'test', occurredAt: new Date(), data: {} },
  webhook: {
    id: 'whk_1',
    organisation: 'org_1',
    url,
    description: null,
    events: [],
    secret: Buffer.alloc(32, 1),
    oldSecret: null,
    oldSecretUntil: null,
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  },
});

it.each<[string, RequestListener]>([
  ['in no gzip', (_request, response) => response.setHeader('Content-Encoding', 'gzip').end('nonsense')],
  ['in an unknown encoding', (_request, response) => response.setHeader('Content-Encoding', 'x').end('a')],
  [
    'that breaks off',
    (_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    },
  ],
  ['that never ends', (_request, response) => response.write('half')],
])('a webhook that answers 200 has its delivery, with a body %s', async (_, answer) => {
  const service = await startService(answer);
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'Test' });
  const sent = await sendDelivery(guard, dueAt(service.url), new AbortController().signal);
  expect(sent).toMatchObject({ attempt: { status: 200, error: null }, after: { outcome: 'delivered' } });
  await guard.close();
  await service.close();
});
