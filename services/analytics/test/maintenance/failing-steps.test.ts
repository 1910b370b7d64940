import { localDay } from '../../src/calendar/local-day.ts';
import { createMaintenanceService } from '../../src/maintenance/create-maintenance.ts';
import type { MaintenanceServiceDeps } from '../../src/maintenance/create-maintenance.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

/**
 * A sweep of which some parts fail, and what it did in spite of them.
 * @param last the process is told to stop while this part is done
 */
const sweepWith = async (fails: (what: string) => boolean, last?: string) => {
  const stopping = new AbortController();
  const done: string[] = [];
  const step = (what: string): Promise<undefined> => {
    if (fails(what)) return Promise.reject(new Error(`no ${what}`));
    done.push(what);
    if (what === last) stopping.abort();
    return Promise.resolve(undefined);
  };
  const known: Partial<MaintenanceServiceDeps['store']> = {
    async exclusively(work, signal = new AbortController().signal) {
      await work(signal);
      return true;
    },
    longestRetention: () => Promise.resolve(12),
    async retentions() {
      await step('retentions');
      return [
        { websiteId: 1, months: 6, timezone: 'UTC' },
        { websiteId: 2, months: 12, timezone: 'UTC' },
        { websiteId: 3, months: 12, timezone: 'Europe/Berlin' },
      ];
    },
    removeBefore: (ids) => step(`data of ${ids.join(', ')}`),
  };
  const service = createMaintenanceService({
    // Steps that this test doesn't know have to run as well, and come under their method's name.
    store: new Proxy(known, {
      get: (target, name) => Reflect.get(target, name) ?? (() => step(String(name))),
    }) as MaintenanceServiceDeps['store'],
    idleTexts: {
      now: () => Promise.resolve(NOW),
      due: () => step('idle texts').then(() => []),
      list: () => Promise.resolve([]),
      pagesOfEvents: () => Promise.resolve(new Set()),
      remove: () => Promise.resolve(),
      mark: () => Promise.resolve(),
      hasMarkedSince: () => Promise.resolve(false),
      schedule: () => Promise.resolve(),
      reschedule: () => Promise.resolve(),
    },
    partitions: {
      ensure: (month) => step(`create ${month}`),
      list: () => Promise.resolve(['2025-01', '2025-02', '2026-11']),
      drop: (month) => step(`drop ${month}`),
    },
    salts: { destroyOld: () => Promise.resolve() },
    localDay,
    now: () => NOW,
  });
  const failure: unknown = await service.sweep(stopping.signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { done, failure };
};

describe('the hourly maintenance', () => {
  it('does all other steps where one fails, months last, and says which', async () => {
    const { done: all, failure: none } = await sweepWith(() => false);
    expect(none).toBeUndefined();
    expect(all.slice(-2)).toEqual(['drop 2025-01', 'drop 2025-02']);
    const failing = ['create 2026-12', 'data of 2', 'removeDeletedWebsites', 'removeOldUploads'];
    const { done, failure } = await sweepWith((what) => failing.includes(what));
    expect(done).toEqual(all.filter((what) => !failing.includes(what)));
    expect(failure).toBeInstanceOf(AggregateError);
    const { message, errors } = failure as AggregateError;
    expect(errors).toHaveLength(4);
    expect(message).toContain('creating the partitions of 2026-12 (no create 2026-12)');
    expect(message).toContain('12 months in UTC (no data of 2)');
    expect(message).not.toContain('Berlin');
  });

  it('applies retentions although a month can’t be dropped, and tries no further month', async () => {
    const { done, failure } = await sweepWith((what) => what === 'drop 2025-01');
    expect(done).toEqual(
      expect.arrayContaining(['data of 1', 'data of 2', 'data of 3', 'removeOldEventIds']),
    );
    expect(done).not.toContain('drop 2025-02');
    expect((failure as Error).message).toContain('dropping old months (no drop 2025-01)');
  });

  it('goes on where the retentions can’t be read', async () => {
    const { done, failure } = await sweepWith((what) => what === 'retentions');
    expect(done).toEqual(expect.arrayContaining(['removeOldEventIds', 'drop 2025-01']));
    expect((failure as Error).message).toContain('(no retentions)');
  });

  it.each(['data of 1', 'removeDeletedWebsites', 'drop 2025-01'])(
    'begins nothing after “%s” when the process stops meanwhile',
    async (last) => {
      const { done, failure } = await sweepWith(() => false, last);
      expect(failure).toBeUndefined();
      expect(done.at(-1)).toBe(last);
    },
  );
});
