import type { Api } from './api.ts';

/** The address of the next page in a `Link` header. */
const nextOf = (headers: Headers): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** Lists with cursors, and one with numbered pages. */
const LISTS = [
  '/v1/palettes?limit=1',
  '/v1/workspaces?limit=1',
  '/v1/keys?limit=1',
  '/api/v1/websites?per_page=10',
];

/**
 * The links from one page of a list to the next, for clients that don't know either kind of paging.
 */
export const describeLinks = (api: () => Api): void => {
  describe('the Link header of lists', () => {
    beforeAll(async () => {
      for (const name of ['One', 'Two']) {
        await api().send('POST', '/v1/palettes', { json: { base_color: 'teal', name } });
        await api().send('POST', '/v1/workspaces', { json: { name } });
        await api().keyWith(['usage:read']);
      }
      await Promise.all(
        Array.from({ length: 11 }, (_, index) =>
          api().send('POST', '/api/v1/websites', { json: { domain: `linked-${index}.example` } }),
        ),
      );
    });

    it.each(LISTS)('names the next page of %s by an absolute address', async (path) => {
      const first = await api().send('GET', path);
      const next = nextOf(first.headers) ?? '';
      expect(next.startsWith(`${api().url}/`)).toBe(true);
      const { status, body } = await api().send('GET', next.slice(api().url.length));
      expect(status).toBe(200);
      const items = (list: { data: { id: unknown }[] | { items: { id: unknown }[] } }) =>
        (Array.isArray(list.data) ? list.data : list.data.items).map(({ id }) => id);
      expect(items(body)).not.toEqual([]);
      expect(items(body).filter((id) => items(first.body).includes(id))).toEqual([]);
    });
  });
};
