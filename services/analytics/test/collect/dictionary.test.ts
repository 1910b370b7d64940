import { createTestDatabase, eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import type {
  DictionaryStore,
  DictionaryEntry,
  DictionaryValue,
} from '../../src/collect/dictionary/dictionary-store.ts';
import { createDictionary } from '../../src/collect/dictionary/dictionary.ts';
import type { Hit } from '../../src/collect/hit.ts';
import { layoutOf } from '../layout.ts';
import { NO_DIMENSIONS } from './rollups-harness.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
});
afterAll(() => db.drop());

const value = (websiteId: number, text: string, title: string | null = null): DictionaryValue => ({
  websiteId,
  dimension: 'page',
  value: text,
  title,
});

const hit = (websiteId: number, page: string): Hit => ({
  site: { id: websiteId, timezone: 'UTC' },
  ts: 0,
  day: '1970-01-01',
  visitor: '1',
  previousVisitor: null,
  nextVisitor: null,
  kind: 'pageview',
  page,
  title: `Title of ${page}`,
  name: '',
  props: '{}',
  engagedMs: 0,
  scroll: 0,
  isDepthOfView: false,
  isPassive: false,
  opensVisit: false,
  eventId: null,
  dimensions: { ...NO_DIMENSIONS, channel: 'Direct' },
});

describe('the dictionary', () => {
  it('numbers each website’s values consecutively, one id per value, from many instances at once', async () => {
    const store = createDictionaryStore(db.database, layoutOf(db.database));
    const strange = ['/a', '/b"\\{},', "/c'", '/ü', '/NULL', '/ '];
    const rounds = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store.create(strange.map((text) => value(1 + (index % 2), text, index === 0 ? 'Title' : null))),
      ),
    );
    for (const entries of rounds)
      expect(entries.map((entry) => entry.value).sort()).toEqual([...strange].sort());
    const rows = await db.database('dictionary').whereIn('website_id', [1, 2]).orderBy(['website_id', 'id']);
    expect(rows.map(({ website_id, id }) => [website_id, id])).toEqual(
      [1, 2].flatMap((site) => [1, 2, 3, 4, 5, 6].map((id) => [site, id])),
    );
    expect(await store.find([value(1, '/b"\\{},'), value(1, '/unknown'), value(3, '/a')])).toHaveLength(1);
  });

  it('keeps the title of a page that another hit of its batch doesn’t say', async () => {
    const dictionary = createDictionary(createDictionaryStore(db.database, layoutOf(db.database)));
    const untitled = { ...hit(31, '/new'), title: '' };
    await dictionary.code([untitled, hit(31, '/new'), { ...untitled, kind: 'event', name: 'Seen' }]);
    const titles = await db.database('dictionary').where({ website_id: 31, value: '/new' }).pluck('title');
    expect(titles).toEqual(['Title of /new']);
  });

  it('assigns the same ids on every instance, and keeps the first title', async () => {
    const first = createDictionary(createDictionaryStore(db.database, layoutOf(db.database)));
    const second = createDictionary(createDictionaryStore(db.database, layoutOf(db.database)));
    const [a] = await first.code([hit(5, '/x'), hit(5, '/x')]);
    const [b] = await second.code([hit(5, '/x')]);
    expect([b?.pageId, b?.dimensionIds]).toEqual([a?.pageId, a?.dimensionIds]);
    expect([a?.nameId, a?.dimensionIds.referrer]).toEqual([0, 0]);
    const row = await db.database('dictionary').where({ website_id: 5, id: a?.pageId }).first();
    expect(row).toMatchObject({ value: '/x', title: 'Title of /x' });
  });

  it('asks for ids anew after a day, and never uses one that was removed', async () => {
    let now = Date.now();
    const dictionary = createDictionary(createDictionaryStore(db.database, layoutOf(db.database)), () => now);
    const idOf = async () => (await dictionary.code([hit(9, '/gone')]))[0]?.pageId;
    const first = await idOf();
    await db.database('dictionary').where({ website_id: 9, value: '/gone' }).delete();
    now += 23 * 3_600_000;
    expect(await idOf()).toBe(first);
    now += 2 * 3_600_000;
    const second = await idOf();
    expect(second).not.toBe(first);
    // So does a clock that is set back.
    await db.database('dictionary').where({ website_id: 9, value: '/gone' }).delete();
    now -= 25 * 3_600_000;
    expect([first, second]).not.toContain(await idOf());
  });

  it('lets a batch end with the ids it began with while another one asks anew', async () => {
    const store = createDictionaryStore(db.database, layoutOf(db.database));
    let now = Date.now();
    let gate = Promise.resolve();
    const slow: DictionaryStore = {
      ...store,
      find: async (values) => {
        await gate;
        return store.find(values);
      },
    };
    const dictionary = createDictionary(slow, () => now);
    const [known] = await dictionary.code([hit(12, '/known')]);
    const opened = Promise.withResolvers<undefined>();
    gate = opened.promise.then(() => undefined);
    const first = dictionary.code([hit(12, '/known'), hit(12, '/new')]);
    now += 25 * 3_600_000;
    const second = dictionary.code([hit(12, '/known')]);
    opened.resolve(undefined);
    for (const [coded] of await Promise.all([first, second])) expect(coded).toEqual(known);
  });

  it('takes the mark off an idle value that is asked for, and gives another id to one removed meanwhile', async () => {
    const store = createDictionaryStore(db.database, layoutOf(db.database));
    const values = ['/a', '/b', '/c'].map((text) => value(11, text));
    const ids = (await store.create(values)).map(({ id }) => id);
    const rows = () => db.database('dictionary').where({ website_id: 11 }).orderBy('id');
    await rows().update({ idle_since: new Date() });
    const found = await store.find(values.slice(0, 2));
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2));
    expect((await rows()).map((row) => row.idle_since !== null)).toEqual([false, false, true]);
    // The sweep removes a value between the two statements that look it up.
    let creating = Promise.resolve<readonly DictionaryEntry[]>([]);
    await db.database.transaction(async (transaction) => {
      await transaction('dictionary').where({ website_id: 11, value: '/c' }).delete();
      creating = store.create([value(11, '/c')]);
      // It has read the value, and waits to use it.
      await eventually(async () => {
        const { rows } = await transaction.raw<{ rows: unknown[] }>(
          `SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
        );
        expect(rows).not.toEqual([]);
      });
    });
    const [created] = await creating;
    expect(created?.id).toBeGreaterThan(Math.max(...ids));
    expect(await store.find([value(11, '/c')])).toEqual([created]);
  });

  it('uses "(other)" once a website has had too many new values in one day', async () => {
    const dictionary = createDictionary(createDictionaryStore(db.database, layoutOf(db.database)));
    await dictionary.code([hit(7, '/known')]);
    await db.database('dictionary_heads').where({ website_id: 7 }).update({ new_values: 20_000 });
    const [known, one, two] = await dictionary.code([hit(7, '/known'), hit(7, '/one'), hit(7, '/two')]);
    expect(one?.pageId).toBe(two?.pageId);
    expect(one?.pageId).not.toBe(known?.pageId);
    const other = await db.database('dictionary').where({ website_id: 7, id: one?.pageId }).first();
    expect(other).toMatchObject({ value: '(other)', dimension: 1 });
    // The next day brings room again.
    await db.database('dictionary_heads').where({ website_id: 7 }).update({ day: '2020-01-01' });
    const [three] = await dictionary.code([hit(7, '/three')]);
    expect(three?.pageId).not.toBe(one?.pageId);
  });
});
