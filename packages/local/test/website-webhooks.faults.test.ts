import { startTemporaryPlatform } from '../src/index.ts';
import { post, startWebhookReceiver } from './webhook-receiver.ts';

/** Among the faults because alerts are looked at once a minute. */
it('tells a receiver of a spike on a website, once', async () => {
  const [platform, receiver] = await Promise.all([
    startTemporaryPlatform(process.env),
    startWebhookReceiver(),
  ]);
  try {
    const events = ['website.spike', 'website.silent'];
    await post(platform, '/v1/webhooks', { url: receiver.url, events });
    const website = await post(platform, '/api/v1/websites', { domain: 'busy.example' });
    await post(platform, `/api/v1/websites/${String(website['id'])}/alerts`, {
      name: 'Busy',
      type: 'spike',
      threshold: 1,
    });
    await post(platform, '/api/v1/events', {
      events: [{ site_key: website['site_key'], name: 'pageview', url: 'https://busy.example/' }],
    });
    const { data } = await receiver.event('website.spike');
    expect(data).toMatchObject({ id: website['id'], domain: 'busy.example', visits: 1, threshold: 1 });
    expect(receiver.count('website.spike')).toBe(1);
  } finally {
    receiver.close();
    await platform.stop();
  }
});
