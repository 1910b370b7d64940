import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

type Overrides = Parameters<Testbed['gateway']>[0];

export const statuses = async (
  count: number,
  gateways: Gateway[],
  key: string,
): Promise<Map<number, number>> => {
  const found = new Map<number, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const gateway = gateways[next % gateways.length]!;
      next += 1;
      const answer = await fetch(`${gateway.url}/v1/workspaces`, { headers: bearer(key) });
      await answer.arrayBuffer();
      found.set(answer.status, (found.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return found;
};

/**
 * A service behind gateways with limits, for the suite that calls this.
 * @param defaults settings of all its gateways
 */
export const useLimits = (defaults: Overrides = {}) => {
  let testbed: Testbed;
  let service: FakeService;

  beforeAll(async () => {
    testbed = await startTestbed();
    service = await startService();
  });

  afterAll(async () => {
    await testbed.close();
    await service.close();
  });

  const startGateway = (overrides: Overrides = {}): Promise<Gateway> =>
    testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: service.url },
      limitPerMinute: 600,
      ...defaults,
      ...overrides,
    });

  return { testbed: () => testbed, startGateway };
};
