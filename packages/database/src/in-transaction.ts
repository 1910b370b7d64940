import type { Database, Transaction } from './create-database.ts';

/** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
export const inTransaction = <Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => database.transaction(work);
