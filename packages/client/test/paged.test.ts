import { createPlatform } from '@platform/client';
import { cases } from '@platform/testing';
import fc from 'fast-check';

import { startScriptedServer } from './scripted-server.ts';
import type { ScriptedServer } from './scripted-server.ts';

const state: { items: number[] } = { items: [] };
let server: ScriptedServer;

/** Serves the items of `state` in both kinds of pages. */
beforeAll(async () => {
  server = await startScriptedServer(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (pathname === '/api/v1/websites') {
      const size = Number(searchParams.get('per_page') ?? 10);
      const page = Number(searchParams.get('page') ?? 1);
      const data = state.items.slice((page - 1) * size, page * size).map((id) => ({ id }));
      const last = Math.max(1, Math.ceil(state.items.length / size));
      const meta = { current_page: page, last_page: last, per_page: size, total: state.items.length };
      return { body: { data, meta, status: 200 } };
    }
    const size = Number(searchParams.get('limit') ?? 20);
    const start = Number(searchParams.get('cursor') ?? 0);
    const items = state.items.slice(start, start + size).map((id) => ({ id }));
    const more = start + size < state.items.length ? { next_cursor: String(start + size) } : {};
    return { body: { data: { items, ...more }, meta: { request_id: 'r', timestamp: 't' } } };
  });
});
afterAll(() => server.close());

const platform = () => createPlatform({ url: server.url, key: 'dak_test' });

describe('lists', () => {
  it('yield every item once and in order, whatever their number and the size of the pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.constantFrom(1, 7, 10, 25, 100), async (count, size) => {
        state.items = Array.from({ length: count }, (_, index) => index);
        const numbered: number[] = [];
        for await (const { id } of platform().websites.list({ per_page: size as 10 })) numbered.push(id);
        expect(numbered).toEqual(state.items);
        const cursors = await platform().keys.list({ limit: size }).all();
        expect(cursors.map(({ id }) => id)).toEqual(state.items);
      }),
      { numRuns: cases(25) },
    );
  });

  it('are read in the largest pages when everything is wanted, otherwise in the default size', async () => {
    state.items = Array.from({ length: 150 }, (_, index) => index);
    server.requests.length = 0;
    await platform().websites.list({ sort: 'asc' }).all();
    await platform().palettes.list().all();
    await platform().websites.list();
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/websites?per_page=100&sort=asc',
      '/api/v1/websites?per_page=100&sort=asc&page=2',
      '/v1/palettes?limit=100',
      '/v1/palettes?limit=100&cursor=100',
      '/api/v1/websites',
    ]);
  });

  it('resolve to one page at a time when awaited', async () => {
    state.items = Array.from({ length: 25 }, (_, index) => index);
    const first = await platform().websites.list();
    expect(first.items).toHaveLength(10);
    expect(first.meta.total).toBe(25);
    const second = await first.next?.();
    const third = await second?.next?.();
    expect(third?.items.map(({ id }) => id)).toEqual([20, 21, 22, 23, 24]);
    expect(third?.next).toBeUndefined();
  });

  it('request nothing before they are used, and stop where the loop stops', async () => {
    state.items = Array.from({ length: 300 }, (_, index) => index);
    server.requests.length = 0;
    const list = platform().websites.list();
    expect(server.requests).toHaveLength(0);
    for await (const { id } of list) if (id === 5) break;
    expect(server.requests).toHaveLength(1);
  });
});
