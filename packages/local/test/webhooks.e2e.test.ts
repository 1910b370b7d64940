import { joinPlatform } from '@platform/testing';
import type { SharedPlatform } from '@platform/testing';

import { post, startWebhookReceiver } from './webhook-receiver.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

let platform: SharedPlatform;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [platform, receiver] = await Promise.all([joinPlatform(), startWebhookReceiver()]);
});
afterAll(() => {
  receiver.close();
});

it('tells a receiver of what the services did, through the gateway’s worker', async () => {
  const events = ['report.generated', 'export.completed', 'key.revoked'];
  await post(platform, '/v1/webhooks', { url: receiver.url, events });

  const report = await post(platform, '/api/v1/reports', { url: receiver.url });
  const palette = await post(platform, '/v1/palettes', { base_color: '#3366cc' });
  const file = await post(platform, '/v1/tokens/export', { palette_id: palette['id'], format: 'css' });
  const key = await post(platform, '/v1/keys', { name: 'Old', scopes: ['stats:read'] });
  await fetch(`${platform.url}/v1/keys/${String(key['id'])}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${platform.key}` },
  });

  expect((await receiver.event('export.completed')).data).toMatchObject({ id: file['id'], format: 'css' });
  expect((await receiver.event('key.revoked')).data).toMatchObject({ id: key['id'], name: 'Old' });
  const generated = await receiver.event('report.generated');
  expect(generated.data).toMatchObject({ id: report['id'], url: receiver.url });
});
