import autocannon from 'autocannon';
import type { Request } from 'autocannon';

import type { LoadResult } from '../harness/steady-load.ts';
import { traffic } from './ingest-traffic.ts';
import type { TrafficEvent, TrafficSite } from './ingest-traffic.ts';

/** Requests are made before the clock starts, and sent round and round. */
const DIFFERENT_REQUESTS = 20_000;

/** A report as the tracker sends it. */
const toRequest = (path: string, event: TrafficEvent): Request => {
  const { site, name } = event;
  const more = {
    pageview: { r: event.referrer, w: event.screen },
    engagement: { e: 12_000, s: 60 },
    Signup: { plan: 'pro' },
  };
  return {
    method: 'POST',
    path,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      'user-agent': event.userAgent,
      'accept-language': `${event.language},en;q=0.5`,
      'x-forwarded-for': event.address,
      origin: `https://${site.domain}`,
    },
    body: JSON.stringify({
      k: site.siteKey,
      n: name,
      u: `https://${site.domain}${event.path}`,
      p: more[name],
    }),
  };
};

/** The reports of a load. */
export const requestsOf = (path: string, sites: readonly TrafficSite[], seed: number): Request[] =>
  traffic(sites, seed)
    .take(DIFFERENT_REQUESTS)
    .map((event) => toRequest(path, event))
    .toArray();

/**
 * Sends reports for some seconds from `connections` connections, each of which waits for its
 * answers.
 */
export const sendLoad = async (
  url: string,
  sites: readonly TrafficSite[],
  options: { path: string; seconds: number; connections: number; seed: number },
): Promise<LoadResult> => {
  const requests = requestsOf(options.path, sites, options.seed);
  const perConnection = Math.floor(requests.length / options.connections);
  let next = 0;
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    // Each connection sends visits of its own.
    setupClient(client) {
      const own = requests.slice(next * perConnection, (next + 1) * perConnection);
      next += 1;
      client.setRequests(own);
    },
  });
  return {
    perSecond: Math.round(result['2xx'] / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    acknowledged: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
  };
};
