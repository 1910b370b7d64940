import { AsyncLocalStorage } from 'node:async_hooks';

import type { Knex } from 'knex';

interface Ambient {
  /** The pool that the transaction belongs to. */
  readonly pool: Knex;
  readonly transaction: Knex.Transaction;
  /** False once the work is done: what still runs then must not write into an ended transaction. */
  isOpen: boolean;
}

const ambient = new AsyncLocalStorage<Ambient>();
/** The pools behind the databases that `followAmbient` made. */
const pools = new WeakMap<Knex, Knex>();
/** These belong to the pool, whatever transaction is open. */
const OF_POOL: readonly (string | symbol)[] = [
  'destroy',
  'initialize',
  'migrate',
  'on',
  'once',
  'removeListener',
];

const currentOf = (pool: Knex): Knex => {
  const current = ambient.getStore();
  return current?.isOpen === true && current.pool === pool ? current.transaction : pool;
};

/**
 * A database whose queries join the transaction of `inAmbientTransaction`, where there is one. So
 * stores take part in it and needn't be told.
 */
export const followAmbient = (pool: Knex): Knex => {
  const following = new Proxy(pool, {
    apply: (target, _this, args) => Reflect.apply(currentOf(target), undefined, args) as unknown,
    get: (target, property) =>
      Reflect.get(OF_POOL.includes(property) ? target : currentOf(target), property) as unknown,
  });
  pools.set(following, pool);
  return following;
};

/**
 * Runs `work` in one transaction that every query of `database` in it joins: committed when it
 * resolves, rolled back when it rejects.
 *
 * @example
 * await inAmbientTransaction(database, async () => {
 *   await palettes.create(organisation, body); // the store's INSERT is part of the transaction
 *   await database('answers').insert(answer);
 * });
 */
export const inAmbientTransaction = <Result>(
  database: Knex,
  work: () => Promise<Result>,
): Promise<Result> => {
  const pool = pools.get(database) ?? database;
  return pool.transaction(async (transaction) => {
    const current: Ambient = { pool, transaction, isOpen: true };
    try {
      return await ambient.run(current, work);
    } finally {
      current.isOpen = false;
    }
  });
};

/** True inside of `inAmbientTransaction` of this database, where its queries join a transaction. */
export const isInAmbientTransaction = (database: Knex): boolean => {
  const current = ambient.getStore();
  return current?.isOpen === true && current.pool === (pools.get(database) ?? database);
};

/**
 * Runs `work` outside of any transaction of `inAmbientTransaction`: for what others share or wait
 * for, which must not be undone or held back with one request.
 */
export const outsideAmbientTransaction = <Result>(work: () => Result): Result => ambient.exit(work);
