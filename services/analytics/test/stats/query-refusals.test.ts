import { RANGE, useStatsApi } from './stats-api-harness.ts';

const { query } = useStatsApi();

describe('POST /api/v1/stats/{id}/query', () => {
  it.each([
    [{}, 'metrics'],
    [{ metrics: [] }, 'metrics'],
    [{ metrics: ['visitor'] }, 'metrics.0'],
    [{ metrics: ['visits', 'visits'] }, 'metrics.1'],
    [{ metrics: ['visits'], dimensions: ['pages'] }, 'dimensions.0'],
    [{ metrics: ['visits'], dimensions: ['time:day', 'time:hour'] }, 'dimensions'],
    [{ metrics: ['visits'], dimensions: ['page', 'event', 'os', 'city'] }, 'dimensions'],
    [{ metrics: ['visits'], date_range: '8d' }, 'date_range'],
    [{ metrics: ['visits'], date_range: { from: '2026-01-02', to: '2026-01-01' } }, 'date_range.to'],
    [{ metrics: ['visits'], date_range: { from: '1970-01-01', to: '2099-12-31' } }, 'date_range.to'],
    [{ metrics: ['visits'], date_range: { from: '1969-12-31', to: '2026-01-01' } }, 'date_range.from'],
    [{ metrics: ['visits'], date_range: { from: '2026-01-01', to: '9999-12-31' } }, 'date_range.to'],
    [{ metrics: ['visits'], date_range: { from: '2026-01-02' } }, 'date_range.to'],
    [{ metrics: ['visits'], dimensions: ['time:minute'], date_range: '30d' }, 'dimensions'],
    [{ metrics: ['visits'], per_page: '10' }, 'per_page'],
    [{ metrics: ['visits'], per_page: 1001 }, 'per_page'],
    [{ metrics: ['visits'], page: -1 }, 'page'],
    [{ metrics: ['visits'], compare: 'last_week' }, 'compare'],
    [{ metrics: ['visits'], sort: [{ by: 'pageviews' }] }, 'sort.0.by'],
    [
      { metrics: ['visits'], filters: [{ dimension: 'page', operator: 'is', values: [] }] },
      'filters.0.values',
    ],
    [
      { metrics: ['visits'], filters: [{ dimension: 'page', operator: 'like', values: ['a'] }] },
      'filters.0.operator',
    ],
    [{ metrics: ['visits'], filters: [{ or: [] }] }, 'filters.0.or'],
    [{ metrics: ['visits'], filters: [{ or: [null] }] }, 'filters.0.or.0'],
    [{ metrics: ['visits'], filters: [{ and: {} }] }, 'filters.0.and'],
    [{ metrics: ['visits'], filters: [null] }, 'filters.0'],
    [{ metrics: ['visits'], dimensions: ['prop:\u0000'] }, 'dimensions.0'],
    [{ metrics: ['visits'], dimensions: ['page', 'page'] }, 'dimensions.1'],
    [
      { metrics: ['visits'], filters: [{ dimension: 'page', operator: 'is', values: ['\ud800'] }] },
      'filters.0.values.0',
    ],
  ])('refuses %j, naming %s', async (body, field) => {
    const response = await query(body);
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  it('refuses values longer than any stored one', async () => {
    const values = ['x'.repeat(2001)];
    const { body } = await query({
      metrics: ['visits'],
      filters: [{ dimension: 'page', operator: 'is', values }],
    });
    expect(Object.keys(body.errors)).toEqual(['filters.0.values.0']);
  });

  it('refuses deep and long filters, and bodies that aren’t objects', async () => {
    const leaf = { dimension: 'page', operator: 'is', values: ['/'] };
    const deep = [...Array(7).keys()].reduce<object>((inner) => ({ and: [inner] }), leaf);
    expect((await query({ metrics: ['visits'], filters: [deep] })).body.errors.filters[0]).toContain(
      'nested',
    );
    const wide = { or: Array(40).fill(leaf) };
    expect((await query({ metrics: ['visits'], filters: [wide, wide] })).body.errors.filters[0]).toContain(
      '50 conditions',
    );
    for (const filters of [['x'], [null], 'x', [[leaf]]])
      expect((await query({ metrics: ['visits'], filters })).status).toBe(422);
  });

  it('answers the widest allowed filter, and patterns designed to be slow', async () => {
    const leaf = { dimension: 'page', operator: 'matches', values: ['/*'] };
    const deepest = { and: [{ or: [{ and: [{ or: Array(50).fill(leaf) }] }] }] };
    const { body } = await query({ metrics: ['visits'], date_range: RANGE, filters: [deepest] });
    expect(body.data.rows[0].metrics.visits).toBeGreaterThan(300);
    for (const pattern of ['*'.repeat(2000), '*a'.repeat(1000)])
      for (const dimension of ['page', 'prop:plan'])
        expect(
          (
            await query({
              metrics: ['visits'],
              filters: [{ dimension, operator: 'matches', values: [pattern] }],
            })
          ).status,
        ).toBe(200);
  });

  it('treats any text in a filter as plain text', async () => {
    for (const value of ["'; DROP TABLE visits; --", '?', '\\', '%', '$1', '{"a":1}', 'ü'.repeat(1000)])
      for (const operator of ['is', 'is_not', 'contains', 'matches'])
        for (const dimension of ['page', 'country', `prop:${value.slice(0, 90)}`])
          expect(
            (await query({ metrics: ['visitors'], filters: [{ dimension, operator, values: [value] }] }))
              .status,
          ).toBe(200);
  });
});
