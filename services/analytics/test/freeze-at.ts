import type { Database } from '@platform/database';

/** A database whose transactions stop in their middle, as in a process that is frozen. */
export interface FrozenAt {
  readonly database: Database;
  /** Resolves when one has stopped. */
  readonly frozen: Promise<void>;
  /** Lets them go on. */
  readonly thaw: () => void;
}

/**
 * Stops transactions for as long as the test likes, before a statement.
 * @param where fits the text of the statement, or the name of the table of a built one
 */
export const freezeAt = (database: Database, where: RegExp): FrozenAt => {
  const frozen = Promise.withResolvers<undefined>();
  const thawed = Promise.withResolvers<undefined>();
  const stop = (): Promise<undefined> => {
    frozen.resolve(undefined);
    return thawed.promise;
  };

  const freezing = <Target extends object>(transaction: Target): Target =>
    new Proxy(transaction, {
      apply(target, receiver, [table, ...rest]: [string, ...unknown[]]) {
        const query = Reflect.apply(target as unknown as (...from: unknown[]) => object, receiver, [
          table,
          ...rest,
        ]) as PromiseLike<unknown>;
        if (!where.test(table)) return query;
        const run = query.then.bind(query);
        // A builder is sent once somebody waits for it.
        return Object.assign(query, {
          then: (...heard: Parameters<typeof run>) => stop().then(() => run(...heard)),
        });
      },
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (name !== 'raw') return found;
        const raw = found as (text: string, ...values: unknown[]) => Promise<unknown>;
        return async (text: string, ...values: unknown[]) => {
          if (where.test(text)) await stop();
          return raw.call(target, text, ...values);
        };
      },
    });

  return {
    database: new Proxy(database, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: (transaction: object) => Promise<unknown>) =>
              target.transaction((transaction) => work(freezing(transaction)))
          : (Reflect.get(target, name) as unknown),
    }),
    frozen: frozen.promise,
    thaw: () => {
      thawed.resolve(undefined);
    },
  };
};
