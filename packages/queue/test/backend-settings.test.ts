import { redisSettings } from '../src/backend-settings.ts';

describe('the connection to Redis', () => {
  it.each([
    ['redis://127.0.0.1', { host: '127.0.0.1', port: 6379, db: 0 }],
    ['redis://redis.internal:6380/3', { host: 'redis.internal', port: 6380, db: 3 }],
    ['redis://[::1]:6380', { host: '::1', port: 6380, db: 0 }],
    ['redis://me:p%40ss@redis', { host: 'redis', username: 'me', password: 'p@ss' }],
    ['rediss://redis', { host: 'redis', tls: {} }],
  ])('follows from %s', (url, server) => {
    const { producer, worker } = redisSettings(url);
    expect(producer).toMatchObject({ ...server, enableOfflineQueue: false });
    expect(worker).toMatchObject({ ...server, maxRetriesPerRequest: null });
  });
});
