export { connectRedis, isRedisClient } from './connect-redis.ts';
export type { RedisClient, RedisClientOptions } from './connect-redis.ts';
