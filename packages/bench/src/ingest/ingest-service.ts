import { startPostgres } from '@platform/testing';

import type { TrafficSite } from './ingest-traffic.ts';
import { startService } from '../harness/start-service.ts';

/** The analytics service as a process, with a durable PostgreSQL of its own and websites in it. */
export interface IngestTarget {
  readonly url: string;
  /** Connection string of the superuser to the same PostgreSQL. */
  readonly adminUrl: string;
  readonly servicePid: number;
  /** The server's first process, whose children answer. */
  readonly postgresPid: number;
  /** Value of an `Authorization` header; valid for a minute. */
  authorize(): Promise<string>;
  readonly sites: readonly TrafficSite[];
  readonly websiteIds: readonly number[];
  stop(): Promise<void>;
}

const createSites = async (
  url: string,
  authorization: string,
  count: number,
  fields: object,
): Promise<(TrafficSite & { id: number })[]> => {
  const sites: (TrafficSite & { id: number })[] = [];
  for (let index = 0; index < count; index += 1) {
    const domain = `site-${index}.example`;
    const answer = await fetch(`${url}/api/v1/websites`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ domain, ...fields }),
    });
    const body = (await answer.json()) as { data: { id: number; site_key: string } };
    sites.push({ domain, id: body.data.id, siteKey: body.data.site_key });
  }
  return sites;
};

/**
 * Starts everything that a measurement of ingest needs. The load names the visitors' addresses in
 * X-Forwarded-For.
 * @param fields of each website
 */
export const startIngestTarget = async (siteCount: number, fields: object = {}): Promise<IngestTarget> => {
  const postgres = await startPostgres({ durable: true });
  const service = await startService('analytics', { postgresUrl: postgres.url });
  const authorize = () => service.identity.bearer();
  const sites = await createSites(service.url, await authorize(), siteCount, fields);
  return {
    url: service.url,
    adminUrl: postgres.url,
    servicePid: service.pid,
    postgresPid: postgres.pid,
    authorize,
    sites,
    websiteIds: sites.map(({ id }) => id),
    async stop() {
      await service.stop();
      await postgres.stop();
    },
  };
};
