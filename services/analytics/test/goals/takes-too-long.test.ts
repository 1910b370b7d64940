import request from 'supertest';

import { whenEnded } from '../when-ended.ts';
import { FROM, TO, useGoals } from './goals-harness.ts';

const { platform, site, send } = useGoals();

const ended = (table: string, ask: () => Promise<request.Response>) =>
  whenEnded(platform().db.database, table, ask);

const RANGE = `from=${FROM}&to=${TO}`;

describe('events that take too long to count', () => {
  beforeAll(async () => {
    const steps = [
      { type: 'page', pattern: '*' },
      { type: 'event', pattern: 'signup' },
    ];
    expect((await send('post', '/goals', { name: 'Signed up', ...steps[1] })).status).toBe(201);
    expect((await send('post', '/funnels', { name: 'Buying', steps })).status).toBe(201);
  });

  it.each(['/goals', '/funnels'])('answer %s with 503, and say that they are being counted', async (path) => {
    const { status, headers, body } = await ended('visits', () => send('get', `${path}?${RANGE}`));
    expect({ status, retry: headers['retry-after'], ...body }).toMatchObject({
      status: 503,
      retry: expect.stringMatching(/^\d+$/),
      code: 'service_unavailable',
      message:
        'The answer took too long. The days are still being counted. Try again in a minute, or ask for fewer days.',
    });
    expect((await send('get', `${path}?${RANGE}`)).status).toBe(200);
  });

  it('answer the ways through a page with 503, and say what to do', async () => {
    const { status, body } = await ended('events', () => send('get', `/journeys?page=/&${RANGE}`));
    expect([status, body.message]).toEqual([
      503,
      'The answer took too long. Ask for fewer days, dimensions or conditions.',
    ]);
  });

  it('answer the page with 503 that a person can read', async () => {
    const path = `/s/${site().site_key}?view=goals&${RANGE}`;
    const { status, headers, text } = await ended('visits', () =>
      platform()
        .identity.bearer()
        .then((token) =>
          request(platform().server).get(path).set('Authorization', token).set('Accept', 'text/html'),
        ),
    );
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('Ask for fewer days, dimensions or conditions.');
  });
});
