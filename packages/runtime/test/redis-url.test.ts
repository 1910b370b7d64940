import { loadConfig, readRedisLocation, settings } from '../src/index.ts';

const none = { username: undefined, password: undefined };
const noSentinel = { sentinelUsername: undefined, sentinelPassword: undefined };

describe('the address of sentinels and clusters', () => {
  it.each([
    [
      'redis+sentinel://10.0.0.1,10.0.0.2:26380/main',
      {
        kind: 'sentinel',
        hosts: [
          { host: '10.0.0.1', port: 26_379 },
          { host: '10.0.0.2', port: 26_380 },
        ],
        tls: false,
        master: 'main',
        database: 0,
        ...none,
        ...noSentinel,
      },
    ],
    [
      'rediss+sentinel://app:p%40ss%2C@s1.example,[::1]:5/my-master.1/3?sentinel_username=s&sentinel_password=x%26y',
      {
        kind: 'sentinel',
        hosts: [
          { host: 's1.example', port: 26_379 },
          { host: '::1', port: 5 },
        ],
        tls: true,
        username: 'app',
        password: 'p@ss,',
        master: 'my-master.1',
        database: 3,
        sentinelUsername: 's',
        sentinelPassword: 'x&y',
      },
    ],
    [
      'redis+cluster://:secret@a:7000,b',
      {
        kind: 'cluster',
        hosts: [
          { host: 'a', port: 7_000 },
          { host: 'b', port: 6_379 },
        ],
        tls: false,
        username: undefined,
        password: 'secret',
        master: '',
        database: 0,
        ...noSentinel,
      },
    ],
  ])('%s', (url, location) => {
    expect(readRedisLocation(url)).toEqual(location);
  });
});

const load = (url: string): unknown =>
  loadConfig<{ REDIS_URL: string }>({ REDIS_URL: settings.REDIS_URL }, { REDIS_URL: url });

describe('REDIS_URL', () => {
  it.each([
    'redis://127.0.0.1',
    'rediss://:x@redis.example:6380/2',
    'redis+sentinel://a,b,c/main',
    'rediss+cluster://a,b',
  ])('may be %s', (url) => {
    expect(load(url)).toEqual({ REDIS_URL: url });
  });

  it.each([
    'http://redis',
    'redis:6379',
    'redis://a:6379,b:6379',
    'redis+sentinel://a,b',
    'redis+sentinel://a,b/',
    'redis+sentinel://a,,b/main',
    'redis+sentinel://a:70000/main',
    'redis+sentinel://a:0/main',
    'redis+sentinel:///main',
    'redis+cluster://',
    'redis+cluster://a,b/1',
    'redis+cluster://a b',
    'redis+sentinel://:50%off@a,b/main',
    'redis+cluster://us%er@a,b',
    'redis+magic://a',
    'sentinel://secret@a/main',
  ])('may not be %s', (url) => {
    expect(() => load(url)).toThrow(/REDIS_URL must be redis:\/\/host, redis\+sentinel:.*redis\+cluster:/);
  });

  it('is not repeated when it is wrong: it may hold a password', () => {
    expect(() => load('redis+sentinel://:secret@a')).not.toThrow('secret');
  });
});
