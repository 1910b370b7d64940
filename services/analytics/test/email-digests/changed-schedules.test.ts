import request from 'supertest';

import type { WebsiteJson } from '../harness.ts';
import { HOUR, MONDAY, WEDNESDAY, useDigests } from './digests-harness.ts';

const { platform, server, clock, service, addWebsite, statusOf } = useDigests();

const change = (site: WebsiteJson, fields: object) =>
  request(platform().server)
    .patch(`/api/v1/websites/${site.id}`)
    .set('Authorization', platform().authorization)
    .send(fields)
    .expect(200);
const subjects = () => server().messages.map(({ subject }) => subject?.replace(/^.*visitors?, /, ''));

describe('digests whose schedule changes before they are sent', () => {
  it('come when the time zone moves east past the moment, and once', async () => {
    const site = await addWebsite({ timezone: 'America/New_York' });
    await service().run();
    // Monday 10:00 in Berlin, and 4:00 in New York.
    clock.now = MONDAY + 2 * HOUR;
    await service().run();
    expect(server().messages).toHaveLength(0);
    await change(site, { timezone: 'Europe/Berlin' });
    await Promise.all([service().run(), service().run()]);
    expect(subjects()).toEqual(['13 Apr – 19 Apr 2026']);
    await change(site, { timezone: 'America/New_York' });
    await service().run();
    clock.now = MONDAY + 6 * HOUR;
    await service().run();
    expect(await statusOf(site)).toHaveLength(1);
    clock.now = MONDAY + 7 * 24 * HOUR + 6 * HOUR;
    await service().run();
    expect(await statusOf(site)).toHaveLength(2);
  });

  it('wait for 8:00 in the new time zone', async () => {
    const site = await addWebsite({ timezone: 'America/New_York' });
    await service().run();
    clock.now = MONDAY - HOUR;
    await change(site, { timezone: 'Europe/Berlin' });
    await service().run();
    expect(server().messages).toHaveLength(0);
    clock.now = MONDAY;
    await service().run();
    await service().run();
    expect(subjects()).toEqual(['13 Apr – 19 Apr 2026']);
  });

  it('come for the month that ended when they become weekly that morning', async () => {
    const site = await addWebsite({ email_frequency: 'monthly' });
    clock.now = Date.parse('2026-03-15T12:00:00Z');
    await service().run();
    // The first, 7:00 in Berlin, a Wednesday.
    clock.now = Date.parse('2026-04-01T05:00:00Z');
    await change(site, { email_frequency: 'weekly' });
    await service().run();
    clock.now = Date.parse('2026-04-01T06:00:00Z');
    await service().run();
    expect(subjects()).toEqual(['1 Mar – 31 Mar 2026']);
    clock.now = Date.parse('2026-04-06T06:00:00Z');
    await service().run();
    expect(subjects().slice(1)).toEqual(['30 Mar – 5 Apr 2026']);
  });

  it('don’t come for a period before the first one that was promised', async () => {
    const site = await addWebsite();
    await service().run();
    await change(site, { timezone: 'Asia/Tokyo' });
    await service().run();
    await change(site, { email_frequency: 'monthly' });
    await service().run();
    clock.now = WEDNESDAY + 2 * HOUR;
    await service().run();
    expect(await statusOf(site)).toEqual([]);
  });

  it('come for the latest period only after a long outage', async () => {
    const site = await addWebsite({ timezone: 'America/New_York' });
    clock.now = Date.parse('2026-03-18T12:00:00Z');
    await service().run();
    clock.now = MONDAY + 2 * HOUR;
    await change(site, { timezone: 'Europe/Berlin' });
    await service().run();
    expect(subjects()).toEqual(['13 Apr – 19 Apr 2026']);
  });
});
