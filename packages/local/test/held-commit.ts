import { createDatabase } from '@platform/database';
import { eventually } from '@platform/testing';

/** Holds back, on request, the commits of a service that store an answer. */
export interface HeldCommits {
  /** From now on, commits wait before they take effect. */
  hold(): Promise<void>;
  /** Resolves once a commit waits. */
  waiting(): Promise<void>;
  /** Ends the session of a commit that waits, so that its transaction is rolled back. */
  abandon(): Promise<void>;
  /** Lets commits through again, including those whose client is gone. */
  release(): Promise<void>;
  close(): Promise<void>;
}

const LOCK = 4_711;

/** PostgreSQL runs deferred triggers when a transaction commits, after all its statements. */
const TRIGGER = `
  CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER wait_for_the_test AFTER INSERT ON idempotency_answers
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_the_test();`;

const WAITING = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;

/** @param url of the service's role, which owns its tables */
export const holdCommits = async (url: string, schema: string): Promise<HeldCommits> => {
  const database = createDatabase({ url, schema });
  await database.raw(TRIGGER);
  let letGo: (() => void) | undefined;
  let holding: Promise<void> | undefined;
  const pids = async (): Promise<number[]> => {
    const { rows } = await database.raw<{ rows: { pid: number }[] }>(WAITING);
    return rows.map(({ pid }) => pid);
  };
  const release = async (): Promise<void> => {
    letGo?.();
    await holding;
  };
  return {
    async hold() {
      const locked = Promise.withResolvers<undefined>();
      const released = Promise.withResolvers<undefined>();
      letGo = () => {
        released.resolve(undefined);
      };
      holding = database.transaction(async (transaction) => {
        await transaction.raw(`SELECT pg_advisory_xact_lock(${LOCK})`);
        locked.resolve(undefined);
        await released.promise;
      });
      await Promise.race([locked.promise, holding]);
    },
    waiting: () =>
      eventually(async () => {
        expect(await pids()).toHaveLength(1);
      }),
    async abandon() {
      for (const pid of await pids()) await database.raw('SELECT pg_terminate_backend(?)', [pid]);
    },
    release,
    async close() {
      await release();
      await database.destroy();
    },
  };
};
