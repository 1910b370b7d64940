import { describeInBrowser, eventually } from '@platform/testing';

import { FIELDS, useStagingSite } from './credentials-harness.ts';

describeInBrowser('a rendered report on a staging site', () => {
  const { api, site, expectNothingToLeak } = useStagingSite();

  it.each(['/', '/away-and-back'])('sends them to its own origin only, from %s', async (path) => {
    const { body } = await api().post('/reports', { url: site().origin + path, render: 1, ...FIELDS });
    const done = await eventually(async () => {
      const { data } = (await api().get(`/reports/${String(body.data.id)}`)).body;
      if (data.status === 'pending') throw new Error('still pending');
      return data;
    });
    if (path === '/') {
      expect(done.metrics?.fcp).toEqual(expect.any(Number));
      expect(
        site()
          .own.filter(({ path: asked }) => asked === '/own-fetch')
          .every(site().isTrusted),
      ).toBe(true);
      expectNothingToLeak(
        '/frame',
        '/fetched',
        '/redirected',
        '/bounce?back=' + encodeURIComponent(`${site().origin}/back`),
      );
      // The bounce came back, without them.
      expect(site().own.map((seen) => seen.path)).toContain('/back');
    } else expectNothingToLeak();
  });
});
