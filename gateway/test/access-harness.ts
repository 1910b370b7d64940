import { startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

export const lastOf = (service: FakeService) => service.seen.at(-1)!;

/** A gateway in front of two services, for the suite that calls this. */
export const useAccess = () => {
  let testbed: Testbed;
  let analytics: FakeService;
  let palette: FakeService;
  let gateway: Gateway;

  beforeAll(async () => {
    testbed = await startTestbed();
    analytics = await startService();
    palette = await startService();
    gateway = await testbed.gateway({
      targets: { analytics: analytics.url, reports: 'http://127.0.0.1:1', palette: palette.url },
    });
  });

  afterAll(async () => {
    await testbed.close();
    await analytics.close();
    await palette.close();
  });

  return {
    testbed: () => testbed,
    analytics: () => analytics,
    palette: () => palette,
    gateway: () => gateway,
  };
};
