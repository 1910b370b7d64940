import { connectRedis, isRedisClient } from '../src/connect-redis.ts';

const options = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: null,
  lazyConnect: true,
  retryStrategy: () => 10,
};

describe('a connection to Redis', () => {
  it('asks sentinels for the master, by TLS and with both passwords', () => {
    const client = connectRedis('rediss+sentinel://me:p%40ss@a,b:7/main/3?sentinel_password=s', options);
    expect(isRedisClient(client)).toBe(true);
    expect(client.isCluster).toBe(false);
    expect(client.options).toMatchObject({
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 7 },
      ],
      name: 'main',
      db: 3,
      username: 'me',
      password: 'p@ss',
      sentinelPassword: 's',
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
      maxRetriesPerRequest: null,
      enableOfflineQueue: false,
    });
  });

  it('gives every node of a cluster the same settings', () => {
    const client = connectRedis('rediss+cluster://:secret@a,b:7', options);
    expect(isRedisClient(client)).toBe(true);
    expect(client.isCluster).toBe(true);
    expect(client.options).toMatchObject({
      enableOfflineQueue: false,
      lazyConnect: true,
      redisOptions: { password: 'secret', tls: {}, maxRetriesPerRequest: null },
    });
  });

  it('leaves the address of one server to ioredis', () => {
    const client = connectRedis('redis://redis.internal:6380/3', options);
    expect(client.options).toMatchObject({ host: 'redis.internal', port: 6380, db: 3 });
    expect(isRedisClient({ connectionString: 'postgres://' })).toBe(false);
  });
});
