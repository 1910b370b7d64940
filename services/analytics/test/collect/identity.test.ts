import { createHash } from 'node:crypto';

import type { VisitorIds } from '../../src/collect/hit.ts';
import type { SaltsStore } from '../../src/collect/visitors/salts-store.ts';
import { createSaltCache, identify } from '../../src/collect/visitors/visitor-identity.ts';

/** Salts in memory, one per website and day. */
const createStore = () => {
  const salts = new Map<string, Buffer>();
  const live = new Map<string, boolean>();
  const store: SaltsStore = {
    findOrCreate({ id }, day, isLive) {
      const key = `${id} ${day}`;
      const salt = salts.get(key) ?? createHash('sha256').update(key).digest();
      salts.set(key, salt);
      live.set(key, isLive);
      return Promise.resolve(salt);
    },
    find: ({ id }, day) => Promise.resolve(salts.get(`${id} ${day}`) ?? null),
    destroyOld: () => Promise.resolve(),
  };
  return { store, live };
};

const SENDER = { address: '198.51.100.1', userAgent: 'Agent', origin: '', acceptLanguage: '' };
const SITE = { id: 1, timezone: 'Asia/Kathmandu' };

const known = (ids: VisitorIds | null): VisitorIds => {
  if (!ids) throw new Error('the day is over');
  return ids;
};

describe('a visitor’s identity', () => {
  // 18:15 UTC is midnight in Kathmandu.
  const at = (time: string): number => Date.parse(`2026-06-01T${time}Z`);
  const setUp = () => {
    const { store, live } = createStore();
    const salts = createSaltCache(store, () => at('18:20:00'));
    return {
      live,
      who: async (time: string, site = SITE, sender = SENDER) =>
        known(await identify(salts, site, sender, at(time), at(time))),
    };
  };

  it('is the same all day for one website, address and agent', async () => {
    const { who } = setUp();
    const first = await who('10:00:00');
    expect(first).toEqual({
      day: '2026-06-01',
      visitor: expect.stringMatching(/^-?\d{1,19}$/),
      previousVisitor: null,
      nextVisitor: null,
    });
    expect(await who('18:14:59')).toEqual(first);
    const others = [
      await who('10:00:00', { ...SITE, id: 2 }),
      await who('10:00:00', SITE, { ...SENDER, address: '198.51.100.2' }),
      await who('10:00:00', SITE, { ...SENDER, userAgent: 'Other' }),
      await who('19:00:00'),
    ];
    expect(new Set([first, ...others].map(({ visitor }) => visitor)).size).toBe(5);
  });

  it('includes the previous day’s id for half an hour after local midnight, if there was one', async () => {
    const { who, live } = setUp();
    const evening = await who('18:14:00');
    expect(await who('18:15:00')).toMatchObject({ day: '2026-06-02', previousVisitor: evening.visitor });
    expect(await who('18:44:59')).toMatchObject({ previousVisitor: evening.visitor });
    expect(await who('18:45:00')).toMatchObject({ previousVisitor: null });
    expect([...live]).toEqual([
      ['1 2026-06-01', false],
      ['1 2026-06-02', true],
    ]);
    expect(await setUp().who('18:15:00')).toMatchObject({ previousVisitor: null });
  });

  it('includes the next day’s id for hits from the half hour before midnight', async () => {
    const { store } = createStore();
    const salts = createSaltCache(store, () => at('20:00:00'));
    const who = async (time: string) => known(await identify(salts, SITE, SENDER, at(time), at('20:00:00')));
    const morning = await who('18:20:00');
    expect(await who('18:10:00')).toMatchObject({ day: '2026-06-01', nextVisitor: morning.visitor });
    expect(await who('17:40:00')).toMatchObject({ nextVisitor: null });
  });

  it('is forgotten with the salt, half an hour after local midnight', async () => {
    const { store } = createStore();
    let clock = at('18:00:00');
    const asked: string[] = [];
    const noting: SaltsStore = {
      ...store,
      async findOrCreate(site, day, isLive) {
        asked.push(`${day} ${String(isLive)}`);
        const salt = await store.findOrCreate(site, day, isLive);
        return isLive ? salt : null;
      },
    };
    const salts = createSaltCache(noting, () => clock);
    const who = () => identify(salts, SITE, SENDER, at('18:00:00'), clock);
    expect(await who()).not.toBeNull();
    clock = at('18:44:59');
    expect(await who()).not.toBeNull();
    clock = at('18:45:00');
    expect(await who()).toBeNull();
    expect(await who()).toBeNull();
    expect(asked).toEqual(['2026-06-01 true', '2026-06-01 false']);
  });

  it('creates a live day’s salt even when a clock runs ahead past midnight', async () => {
    const { store, live } = createStore();
    const salts = createSaltCache(store, () => at('18:13:00'));
    await identify(salts, SITE, SENDER, at('18:16:00'), at('18:16:00'));
    expect([...live]).toEqual([['1 2026-06-02', true]]);
  });
});
