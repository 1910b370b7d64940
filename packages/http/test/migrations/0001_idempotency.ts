import { createIdempotencyTable } from '@platform/database';

export const up = createIdempotencyTable;
export const down = (): Promise<void> => Promise.resolve();
