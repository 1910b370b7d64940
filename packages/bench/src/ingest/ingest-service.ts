import { startPostgres } from '@platform/testing';

import type { TrafficSite } from './ingest-traffic.ts';
import { startService } from '../harness/start-service.ts';

/** The analytics service as a process, with a durable PostgreSQL of its own and websites in it. */
export interface IngestTarget {
  readonly url: string;
  /** Connection string of the superuser to the same PostgreSQL. */
  readonly adminUrl: string;
  /** That of the service's role. */
  readonly databaseUrl: string;
  readonly servicePid: number;
  /** The first process of each server, whose children answer. */
  readonly postgresPids: readonly number[];
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

/** A server, or a cluster of them, that a measurement runs on. */
export interface IngestServer {
  /** Connection string of the superuser. */
  readonly url: string;
  readonly pids: readonly number[];
  /** True on a Citus cluster. */
  readonly isCluster: boolean;
  stop(): Promise<void>;
}

const startServer = async (): Promise<IngestServer> => {
  const postgres = await startPostgres({ durable: true });
  return { url: postgres.url, pids: [postgres.pid], isCluster: false, stop: () => postgres.stop() };
};

/**
 * Starts everything that a measurement of ingest needs. The load names the visitors' addresses in
 * X-Forwarded-For.
 * @param fields of each website
 * @param given another server than a PostgreSQL of its own
 */
export const startIngestTarget = async (
  siteCount: number,
  fields: object = {},
  given?: IngestServer,
): Promise<IngestTarget> => {
  const server = given ?? (await startServer());
  const service = await startService('analytics', {
    postgresUrl: server.url,
    migrateFlags: server.isCluster ? ['--distribute'] : [],
  });
  const authorize = () => service.identity.bearer();
  const sites = await createSites(service.url, await authorize(), siteCount, fields);
  return {
    url: service.url,
    adminUrl: server.url,
    databaseUrl: service.databaseUrl,
    servicePid: service.pid,
    postgresPids: server.pids,
    authorize,
    sites,
    websiteIds: sites.map(({ id }) => id),
    async stop() {
      await service.stop();
      await server.stop();
    },
  };
};
