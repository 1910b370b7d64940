import { invalid } from '@platform/errors';

import { lengthInDays } from '../../calendar/date-range.ts';
import { intervalIn } from './sums-request.ts';
import type { ResolvedQuery } from './resolved-query.ts';

/** Most days answered in short intervals; beyond these there are more rows than anybody reads. */
const LONGEST: Partial<Record<string, number>> = { minute: 2, hour: 800 };

/** @throws AppError `invalid` for minutes or hours over too long a range */
export const refuseTooFine = (query: ResolvedQuery): void => {
  const interval = intervalIn(query.groupBy);
  const longest = LONGEST[interval ?? ''];
  if (longest !== undefined && lengthInDays(query.range) > longest)
    throw invalid([
      { field: 'dimensions', message: `dimensions may hold time:${interval} for up to ${longest} days only` },
    ]);
};
