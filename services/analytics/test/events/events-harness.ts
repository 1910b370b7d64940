import { eventually } from '@platform/testing';
import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

export const event = (site: WebsiteJson, fields: object = {}) => ({
  site_key: site.site_key,
  url: `https://${site.domain}/`,
  ip: '198.51.100.4',
  user_agent: CHROME,
  ...fields,
});

export const HOUR = 3_600_000;

/** A platform that takes events from servers, for the suite that calls this. */
export const useEvents = () => {
  let platform: RunningAnalytics;

  beforeAll(async () => {
    platform = await startAnalytics();
  });

  afterAll(() => platform.stop());

  const send = async (
    body: object | string,
    authorization = platform.authorization,
    type = 'application/json',
  ) =>
    request(platform.server).post('/api/v1/events').set('Authorization', authorization).type(type).send(body);

  /** A busy machine may answer 503 to a batch for many months; ids make it safe to send it again. */
  const sendAgain = (body: object) =>
    eventually(async () => {
      const answer = await send(body);
      expect(answer.status).toBe(200);
      return answer;
    });

  const count = async (table: string, site: WebsiteJson): Promise<number> => {
    const [row] = await platform.db.database(table).where({ website_id: site.id }).count();
    return Number(row?.['count']);
  };

  return { platform: () => platform, send, sendAgain, count };
};
