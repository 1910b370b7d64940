import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { dimensionTitle, formatValue } from '../../dimensions/format-value.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';

const SIGNS: Readonly<Record<string, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  matches: 'matches',
  matches_not: 'does not match',
};

export const filterChips = (query: PageQuery): Html | null =>
  query.filters.length === 0
    ? null
    : html`<ul class="filters" aria-label="Filters">
        ${query.filters.map((filter, index) => {
          const text = `${dimensionTitle(filter.dimension)} ${SIGNS[filter.operator] ?? ''} ${formatValue(filter.dimension, filter.values[0] ?? '')}`;
          return html`<li>
            <span title="${text}">${text}</span>
            <a
              href="${linkTo(query, { filters: query.filters.filter((_, other) => other !== index) })}"
              aria-label="Remove the filter ${text}"
              >×</a
            >
          </li>`;
        })}
        <li class="clear"><a href="${linkTo(query, { filters: [] })}" data-key="x">Clear all</a></li>
      </ul>`;
