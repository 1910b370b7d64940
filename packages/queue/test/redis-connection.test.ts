import { createRedisConnection } from '../src/create-queue-connections.ts';

describe('the connection to Redis', () => {
  it.each([
    ['redis://127.0.0.1', { host: '127.0.0.1', port: 6379, db: 0 }],
    ['redis://redis.internal:6380/3', { host: 'redis.internal', port: 6380, db: 3 }],
    ['redis://[::1]:6380', { host: '::1', port: 6380, db: 0 }],
    ['redis://me:p%40ss@redis', { host: 'redis', username: 'me', password: 'p@ss' }],
    ['rediss://redis', { host: 'redis', tls: {} }],
  ])('reads %s', (url, server) => {
    expect(createRedisConnection(url, 'producer').options).toMatchObject({
      ...server,
      enableOfflineQueue: false,
    });
    expect(createRedisConnection(url, 'worker').options).toMatchObject({
      ...server,
      maxRetriesPerRequest: null,
    });
  });
});
