import { readRedisLocation } from './redis-url.ts';
import type { RedisLocation } from './redis-url.ts';
import { Cluster, Redis } from 'ioredis';
import type { ClusterOptions, RedisOptions } from 'ioredis';

const INTERVAL_MILLISECONDS = 2_000;

const askRegularly = (client: Pick<Cluster, 'on' | 'refreshSlotsCache'>): void => {
  let timer: NodeJS.Timeout | undefined;
  client.on('connecting', () => {
    timer ??= setInterval(() => {
      client.refreshSlotsCache();
    }, INTERVAL_MILLISECONDS).unref();
  });
  client.on('end', () => {
    clearInterval(timer);
    timer = undefined;
  });
};

/**
 * Has a client ask its cluster for the slot map every two seconds while it is open, and its duplicates,
 * too. A frozen master neither closes connections nor redirects anyone: unless the cluster is asked,
 * commands would keep going to it, and those that it has would never be given to its replica.
 *
 * ioredis' own `slotsRefreshInterval` goes on for ever if the client is closed while it waits for an
 * answer, as it does beside a frozen server, and keeps the process alive.
 */
const refreshSlots = (client: Cluster): Cluster => {
  askRegularly(client);
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    duplicate: (...changes: Parameters<Cluster['duplicate']>) => refreshSlots(duplicate(...changes)),
  });
};

/** A connection to a single Redis (perhaps found through sentinels) or to a cluster. */
export type RedisClient = Redis | Cluster;

export interface RedisClientOptions extends Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'commandTimeout' | 'connectTimeout' | 'connectionName'
> {
  /** False to refuse a command at once while there is no connection. */
  enableOfflineQueue?: boolean;
  /** True to connect with the first command. */
  lazyConnect?: boolean;
  /** Milliseconds before the next attempt to connect. */
  retryStrategy: (attempt: number) => number;
  /** Lua scripts that become methods of the client. */
  scripts?: Record<string, { lua: string }>;
}

/** How long a sentinel may take to name the master before the next one is asked. */
const SENTINEL_MILLISECONDS = 2_000;

/**
 * A server that owes an answer for this long is dropped; workers ask for jobs every five seconds.
 */
const SILENT_MILLISECONDS = 15_000;

const connectBySentinels = (location: RedisLocation, options: RedisClientOptions): Redis => {
  const { hosts, master, database, tls, username, password } = location;
  return new Redis({
    connectTimeout: 5_000,
    ...options,
    sentinels: hosts,
    name: master,
    db: database,
    username,
    password,
    sentinelUsername: location.sentinelUsername,
    sentinelPassword: location.sentinelPassword,
    ...(tls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelRetryStrategy: options.retryStrategy,
    sentinelReconnectStrategy: options.retryStrategy,
    sentinelCommandTimeout: SENTINEL_MILLISECONDS,
    // A frozen master never closes its connections. ioredis' failoverDetector would notice sooner,
    // but a client that is still connecting when the sentinels report a failover is ended for good.
    socketTimeout: SILENT_MILLISECONDS,
    // A master that came back as a replica.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
};

/** Certificates are issued for names, but ioredis would connect to the resolved address. */
const connectToName: NonNullable<ClusterOptions['dnsLookup']> = (name, callback) => {
  callback(null, name);
};

const connectToCluster = (location: RedisLocation, options: RedisClientOptions): Cluster => {
  const { enableOfflineQueue = true, lazyConnect = false, retryStrategy, scripts, ...ofEachNode } = options;
  const { tls, username, password } = location;
  const client = new Cluster(location.hosts, {
    enableOfflineQueue,
    lazyConnect,
    clusterRetryStrategy: retryStrategy,
    // The check asks one server for the state of the cluster, and waits for ever if that one is
    // frozen. Commands are told the same (CLUSTERDOWN), and sent again.
    enableReadyCheck: false,
    ...(scripts === undefined ? {} : { scripts }),
    ...(tls ? { dnsLookup: connectToName } : {}),
    redisOptions: {
      ...ofEachNode,
      username,
      password,
      ...(tls ? { tls: {} } : {}),
    },
  });
  return refreshSlots(client);
};

/**
 * Connects to the Redis of `REDIS_URL`: `redis://host`, `redis+sentinel://host,host/master` or
 * `redis+cluster://host,host`, and `rediss…` for TLS. One address says it all: settings for hosts,
 * names and passwords would be eight more for each of five processes, and could contradict each
 * other.
 */
export const connectRedis = (url: string, options: RedisClientOptions): RedisClient => {
  const location = readRedisLocation(url);
  if (location === undefined) return new Redis(url, options);
  return location.kind === 'sentinel'
    ? connectBySentinels(location, options)
    : connectToCluster(location, options);
};

/** True for what `connectRedis` returns. */
export const isRedisClient = (value: unknown): value is RedisClient =>
  value instanceof Redis || value instanceof Cluster;
