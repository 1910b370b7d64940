import type { RequestListener } from 'node:http';

import type { BuiltPages, StatisticsPages } from '@platform/pages';
import type { Database, WriteWatch } from '@platform/database';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import type { Mailer } from '@platform/mailer';
import type { Logger, Metrics, ProxyTrust, RepeatingJob, ShutDownStep } from '@platform/runtime';

import type { WriterTimeouts } from './collect/writing/writer-lanes.ts';
import type { GeoLookup } from './geo/geo-lookup.ts';

/** Dependencies that the service is assembled from. */
export interface AppDeps {
  database: Database;
  /** URL of the same database: the writer, the listener and heavy questions have their own connections. */
  databaseUrl: string;
  /** Replica that answers heavy questions, if there is one. */
  replica?: { url: string; maxLagSeconds: number } | undefined;
  identity: IdentityVerifier;
  geo: GeoLookup;
  /** Makes the public pages; `packages/web` builds it, perhaps when the first one is asked for. */
  statisticsPages: () => Promise<BuiltPages<StatisticsPages>>;
  /** Signs the cookies and links of the statistics pages. */
  pageSecret: Buffer;
  /** Sends the e-mail digests. */
  mailer: Mailer;
  /** Gets the mail of organisations without recipients. */
  ownerEmail?: string | undefined;
  logger: Logger;
  metrics: Metrics;
  /** How links are built: the address of the gateway, without a slash at the end. */
  publicUrl: string;
  trackerPath: string;
  collectPath: string;
  /** Hits that may wait to be stored. */
  collectQueue: number;
  /** How long hits may take to be stored; as long as somebody waits for an answer, unless it is set. */
  timeouts?: WriterTimeouts;
  trustProxy: ProxyTrust;
  health?: Health;
  /** Told of writes that fail. */
  writes?: Pick<WriteWatch, 'note'>;
}

/** The service, put together. */
export interface App {
  listener: RequestListener;
  /** Jobs beside the requests; the process starts them. */
  jobs: readonly RepeatingJob[];
  /** Stopped in this order before the database is closed. */
  closing: readonly ShutDownStep[];
}
