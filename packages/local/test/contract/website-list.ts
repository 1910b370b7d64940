import type { Api } from './api.ts';

const PATH = '/api/v1/websites';

/** The row "List" of the interface's "Website analytics area". */
export const describeWebsiteList = (api: () => Api): void => {
  describe('websites: list', () => {
    const mark = `list-${Date.now()}`;
    beforeAll(async () => {
      for (const name of ['bravo', 'alpha', 'under_score', 'charlie'].map(
        (item) => `${item.replace('_', '-')}.${mark}.example`,
      ))
        await api().send('POST', PATH, { form: { domain: name } });
      for (let index = 0; index < 9; index += 1)
        await api().send('POST', PATH, { form: { domain: `n${index}.${mark}.example` } });
    });
    const domains = async (query: string): Promise<string[]> => {
      const { status, body } = await api().send('GET', `${PATH}?search=${mark}&${query}`);
      expect(status).toBe(200);
      return body.data.map(({ domain }: { domain: string }) => domain.split('.')[0]);
    };

    it('answers ten, newest first, by default', async () => {
      expect(await domains('')).toEqual(['n8', 'n7', 'n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0', 'charlie']);
      const { body } = await api().send('GET', `${PATH}?search=${mark}`);
      expect(body.meta).toMatchObject({
        current_page: 1,
        from: 1,
        to: 10,
        per_page: 10,
        total: 13,
        last_page: 2,
        path: PATH,
      });
      expect(body.links.next).toContain('page=2');
    });

    it.each([
      ['sort_by=domain&sort=asc', 'alpha'],
      ['sort_by=domain&sort=desc', 'under-score'],
      ['sort_by=id&sort=asc', 'bravo'],
      ['sort_by=id&sort=desc', 'n8'],
      ['search_by=domain', 'n8'],
    ])('sorts with %s', async (query, first) => {
      expect((await domains(query))[0]).toBe(first);
    });

    it.each([10, 25, 50, 100])('accepts per_page=%i', async (perPage) => {
      expect(await domains(`per_page=${perPage}`)).toHaveLength(Math.min(perPage, 13));
    });

    it('searches case-insensitively, and takes % and _ literally', async () => {
      expect((await api().send('GET', `${PATH}?search=ALPHA.${mark.toUpperCase()}`)).body.meta.total).toBe(1);
      for (const wildcard of ['%25', '_', 'a_pha'])
        expect((await api().send('GET', `${PATH}?search=${wildcard}${mark}`)).body.meta.total).toBe(0);
    });

    it('answers an empty page beyond the end', async () => {
      expect(await domains('page=2')).toEqual(['under-score', 'alpha', 'bravo']);
      expect(await domains('page=99')).toEqual([]);
    });

    it.each([
      'per_page=11',
      'per_page=0',
      'sort=up',
      'sort_by=created',
      'search_by=url',
      'page=0',
      'page=x',
      'sort=asc&sort=desc',
    ])('refuses %s', async (query) => {
      const { status, body } = await api().send('GET', `${PATH}?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    });

    it('lists only the organisation’s own records', async () => {
      const { body } = await api().send('GET', `${PATH}?search=${mark}`, { key: api().otherKey });
      expect(body.meta.total).toBe(0);
    });
  });
};
