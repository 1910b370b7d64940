/** The queue's tables are BullMQ's own; the schema of the test has none. */
export const up = (): Promise<void> => Promise.resolve();
