import { setTimeout as wait } from 'node:timers/promises';

import { createTestDatabase, eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { exclusively } from '../../src/maintenance/maintenance-store.ts';
import type { WorkInTurns } from '../../src/maintenance/maintenance-store.ts';
import { freezeAt } from '../freeze-at.ts';

const LOCK = 4711;
const PATIENCE_MS = 3_000;

describe('work that one instance does at a time', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
    });
  });
  afterAll(() => db.drop());

  const take = (work: WorkInTurns = () => Promise.resolve(), database = db.database, signal?: AbortSignal) =>
    exclusively(database, LOCK, work, { patienceMs: PATIENCE_MS, signal });

  it('may take long', async () => {
    // More than the others need: on a busy machine a sign of life may be seconds late.
    const patienceMs = 9_000;
    let isFree = true;
    const work = async (): Promise<void> => {
      await wait(patienceMs + 2_000);
      isFree = await take();
    };
    expect(await exclusively(db.database, LOCK, work, { patienceMs })).toBe(true);
    expect(isFree).toBe(false);
    expect(await take()).toBe(true);
  });

  it('is left to others by an instance that stops', async () => {
    const { database, frozen, thaw } = freezeAt(db.database, /^SELECT 1$/);
    const noticed = Promise.withResolvers<undefined>();
    const stopped = take(async (signal) => {
      signal.addEventListener('abort', () => {
        noticed.resolve(undefined);
      });
      await noticed.promise;
    }, database).catch(() => 'cut off');
    await frozen;
    await eventually(async () => {
      expect(await take()).toBe(true);
    });
    thaw();
    expect(await stopped).toBe('cut off');
  });

  it('ends when the process is told to stop', async () => {
    const stopping = new AbortController();
    const isDone = await take(
      (signal) => {
        stopping.abort();
        expect(signal.aborted).toBe(true);
        return Promise.resolve();
      },
      db.database,
      stopping.signal,
    );
    expect(isDone).toBe(true);
  });
});
