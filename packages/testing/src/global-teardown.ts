import { endLingering } from './end-lingering.ts';

/** Jest's global tear-down: stops what the set-up started, and removes its folders. */
const globalTeardown = async (): Promise<void> => {
  const holder = globalThis as unknown as Record<symbol, { stop(): Promise<void> }[] | undefined>;
  for (const server of holder[Symbol.for('platform.test.servers')] ?? []) await server.stop();
  endLingering();
};

export default globalTeardown;
