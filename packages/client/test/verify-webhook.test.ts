import { verifyWebhook, WebhookError } from '@platform/client';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret of the same').toString('base64')}`;
const payload = JSON.stringify({
  type: 'report.generated',
  timestamp: '2026-11-22T10:00:00.000Z',
  data: { id: 7, title: 'Größe' },
});

/** Signs as the reference implementation of Standard Webhooks does. */
const signed = (body: string, secret = SECRET, at = new Date()): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
});

const codeOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).code;
};

describe('verifyWebhook', () => {
  it('accepts what the reference implementation signed, from Headers and from plain objects', async () => {
    const headers = signed(payload);
    expect(await verifyWebhook(payload, headers, SECRET)).toMatchObject({ data: { title: 'Größe' } });
    expect(await verifyWebhook(payload, new Headers(headers), SECRET)).toMatchObject({
      type: 'report.generated',
    });
  });

  it('accepts any text that was signed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        expect(await verifyWebhook(body, signed(body), SECRET)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('accepts both secrets during a rotation, and messages signed with both', async () => {
    expect(await verifyWebhook(payload, signed(payload, OTHER), [SECRET, OTHER])).toBeDefined();
    const headers = signed(payload);
    headers['webhook-signature'] =
      `v1a,other ${signed(payload, OTHER)['webhook-signature'] ?? ''} ${headers['webhook-signature'] ?? ''}`;
    expect(await verifyWebhook(payload, headers, SECRET)).toBeDefined();
  });

  it('refuses a changed body, id, time or signature, and a foreign secret', async () => {
    const headers = signed(payload);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    const attempts: Parameters<typeof verifyWebhook>[] = [
      [`${payload} `, headers, SECRET],
      [payload, { ...headers, 'webhook-id': 'msg_2' }, SECRET],
      [payload, { ...headers, 'webhook-timestamp': later }, SECRET],
      [payload, { ...headers, 'webhook-signature': 'v1,AAAA' }, SECRET],
      [payload, { ...headers, 'webhook-signature': 'v1,%%%' }, SECRET],
      [payload, headers, OTHER],
      [payload, headers, []],
    ];
    for (const attempt of attempts)
      expect(await codeOf(verifyWebhook(...attempt))).toBe('webhook_signature_invalid');
  });

  it('refuses messages older than five minutes or from the future', async () => {
    for (const seconds of [-310, 310]) {
      const headers = signed(payload, SECRET, new Date(Date.now() + seconds * 1000));
      expect(await codeOf(verifyWebhook(payload, headers, SECRET))).toBe('webhook_timestamp_invalid');
      expect(await verifyWebhook(payload, headers, SECRET, { toleranceSeconds: 600 })).toBeDefined();
    }
    const headers = { ...signed(payload), 'webhook-timestamp': 'now' };
    expect(await codeOf(verifyWebhook(payload, headers, SECRET))).toBe('webhook_timestamp_invalid');
  });

  it('names a missing header, and an invalid secret', async () => {
    const { 'webhook-id': _id, ...headers } = signed(payload);
    await expect(verifyWebhook(payload, headers, SECRET)).rejects.toThrow('webhook-id');
    expect(await codeOf(verifyWebhook(payload, signed(payload), 'whsec_'))).toBe('webhook_secret_invalid');
  });
});
