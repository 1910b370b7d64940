import { createBlockCache } from '../../src/stats/derived/columns/block-cache.ts';

const block = (day: string, columns: Record<string, number>) => ({
  day,
  crossing: [],
  columns: Object.fromEntries(
    Object.entries(columns).map(([name, bytes]) => [name, new Uint8Array(bytes)] as const),
  ),
});

describe('recently read blocks', () => {
  it('collect the columns asked for', () => {
    const cache = createBlockCache();
    cache.add('a', block('2026-01-01', { traits: 3 }));
    cache.add('a', block('2026-01-01', { country: 5 }));
    expect(Object.keys(cache.get('a')!.columns)).toEqual(['traits', 'country']);
    expect(cache.get('b')).toBeUndefined();
  });

  it('make room for others, the least recently used first', () => {
    const cache = createBlockCache(30_000);
    cache.add('a', block('2026-01-01', { traits: 10_000 }));
    cache.add('b', block('2026-01-02', { traits: 10_000 }));
    expect(cache.get('a')).toBeDefined();
    cache.add('c', block('2026-01-03', { traits: 10_000 }));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
    // More columns of one block push out others, too.
    cache.add('c', block('2026-01-03', { country: 8_000 }));
    expect(cache.get('a')).toBeUndefined();
    expect(Object.keys(cache.get('c')!.columns)).toEqual(['traits', 'country']);
  });

  it('never include a block larger than the whole cache', () => {
    const cache = createBlockCache(5_000);
    cache.add('a', block('2026-01-01', { traits: 10_000 }));
    expect(cache.get('a')).toBeUndefined();
  });
});
