import { endLingering } from './end-lingering.ts';
import type { TestPostgres } from './postgres.ts';

/** Jest's global tear-down: stops PostgreSQL and removes its folder. */
const globalTeardown = async (): Promise<void> => {
  const holder = globalThis as unknown as Record<symbol, TestPostgres | undefined>;
  await holder[Symbol.for('platform.test.postgres')]?.stop();
  endLingering();
};

export default globalTeardown;
