import { DIRECT } from './plausible-dimensions.ts';
import { isRate } from './plausible-metrics.ts';
import { MOST_ROWS } from './plausible-question.ts';
import type { Ask, Question } from './plausible-question.ts';
import { isEmpty, pageOf } from './plausible-sorting.ts';

/** By these Plausible lists visits that came from nowhere as well. Rates need the whole in one answer. */
const isBySource = ({ dimensions: [first, ...others], metrics }: Question): boolean =>
  (first === 'visit:source' || first === 'visit:referrer') && others.length === 0 && !metrics.some(isRate);

/** Answers questions by sources with a row for visits without one. */
export const withDirectRow =
  (ask: Ask): Ask =>
  async (website, question) => {
    if (!isBySource(question)) return ask(website, question);
    const { filters, limit, offset } = question;
    const most = Math.min(limit + offset, MOST_ROWS);
    const named = await ask(website, { ...question, limit: most, offset: 0 });
    const none = { dimension: 'referrer', operator: 'is', values: [''] } as const;
    const direct = await ask(website, {
      ...question,
      dimensions: [],
      order: [],
      filters: {
        ...filters,
        all: [...filters.all, none],
        withoutGoals: [...filters.withoutGoals, none],
      },
      limit: 1,
      offset: 0,
    });
    const rows = direct.rows.filter((row) => !isEmpty(row)).map((row) => ({ ...row, dimensions: [DIRECT] }));
    return { ...named, total: named.total + rows.length, rows: pageOf([...named.rows, ...rows], question) };
  };
