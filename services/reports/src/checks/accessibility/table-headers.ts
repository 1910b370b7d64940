import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const tableHeaders: Check = {
  meta: {
    id: 'table-headers',
    category: 'accessibility',
    title: 'Tables have header cells',
    failureTitle: 'Tables lack header cells',
    importance: 'medium',
    basis: 'content',
    wcag: { criteria: ['1.3.1 Info and Relationships'], rules: ['td-has-header'] },
    docs: {
      why: 'Screen readers announce the header with each cell. Without headers, a table is just rows of numbers.',
      thresholds:
        'Tables with more than one row and column, without role="presentation". Pass: all have <th>. Warn: some don’t. Not applicable without such tables.',
      fix: 'Use <th scope="col"> and <th scope="row">; use CSS for layout.',
      sources: ['https://www.w3.org/WAI/tutorials/tables/'],
    },
  },
  run({ page }) {
    const sizes = new Map<PageElement, { rows: number; cells: number; headers: number }>();
    for (const element of page.all('tr', 'td', 'th')) {
      const table = tableOf(element);
      if (table === null) continue;
      const size = sizes.get(table) ?? { rows: 0, cells: 0, headers: 0 };
      if (element.name === 'tr') size.rows++;
      else if (element.name === 'td') size.cells++;
      else size.headers++;
      sizes.set(table, size);
    }
    const tables = [...sizes].filter(([table, { rows, cells, headers }]) => {
      const role = attribute(table, 'role');
      return rows > 1 && cells + headers > rows && role !== 'presentation' && role !== 'none';
    });
    if (tables.length === 0) return notApplicable('The page has no data tables.');
    const bare = tables.filter(([, { headers }]) => headers === 0).map(([table]) => table);
    if (bare.length === 0) return pass('Tables have header cells.', { value: 0 });
    return warn(`${count(bare.length, 'table')} without header cells. Use <th>.`, {
      value: bare.length,
      expected: '0',
      items: bare,
    });
  },
};

const tableOf = (element: PageElement): PageElement | null => {
  let at = element.parent;
  for (let steps = 0; at !== null && steps < 4; steps++) {
    if (at.name === 'table') return at;
    at = at.parent;
  }
  return null;
};
