import { html } from '@platform/pages';
import type { Html } from '@platform/pages';

import { COMPARISONS, FIRST_DAY, LAST_DAY } from '../../stats/date-range.ts';
import type { DateRange, Preset } from '../../stats/date-range.ts';
import { filterText, linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { COMPARISON_TITLES, DIMENSION_TITLES, formatValue, PERIOD_TITLES } from './labels.ts';

/** Presets of the row of links, with the key that chooses each. */
const SHOWN: readonly (readonly [Preset, string])[] = [
  ['today', 'd'],
  ['yesterday', 'e'],
  ['7d', 'w'],
  ['28d', 't'],
  ['91d', 'q'],
  ['month', 'm'],
  ['12mo', 'y'],
  ['all', 'a'],
];

const SIGNS: Readonly<Record<string, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  matches: 'matches',
};

const hiddenFields = (query: PageQuery): Html =>
  html`${query.filters.map((filter) => html`<input type="hidden" name="f" value="${filterText(filter)}" />`)}${query.metric === 'visitors' ? null : html`<input type="hidden" name="metric" value="${query.metric}" />`}${query.panel === undefined ? null : html`<input type="hidden" name="panel" value="${query.panel}" />`}${query.access === undefined ? null : html`<input type="hidden" name="access" value="${query.access}" />`}`;

const presets = (query: PageQuery): Html =>
  html`<nav class="presets" aria-label="Period">
    ${SHOWN.map(
      ([preset, key]) =>
        html`<a
          href="${linkTo(query, { period: preset })}"
          data-key="${key}"
          ${query.period === preset ? html` aria-current="true"` : null}
          >${PERIOD_TITLES[preset]}</a
        >`,
    )}
  </nav>`;

/** Keeps a year that is still being typed (`0202`) from being taken. */
const DATE_LIMITS = html` min="${FIRST_DAY}" max="${LAST_DAY}"`;

const datePicker = (query: PageQuery, range: DateRange): Html =>
  html`<form class="dates" method="get" data-auto>
    <label>From <input type="date" name="from" value="${range.from}" ${DATE_LIMITS} required /></label>
    <label>to <input type="date" name="to" value="${range.to}" ${DATE_LIMITS} required /></label>
    <label
      >Compare
      <select name="compare">
        <option value="">with nothing</option>
        ${COMPARISONS.map(
          (comparison) =>
            html`<option value="${comparison}" ${query.compare === comparison ? html` selected` : null}>
              ${COMPARISON_TITLES[comparison]}
            </option>`,
        )}
      </select></label
    >
    ${hiddenFields(query)}
    <button>Show</button>
  </form>`;

const filterChips = (query: PageQuery): Html | null =>
  query.filters.length === 0
    ? null
    : html`<ul class="filters" aria-label="Filters">
        ${query.filters.map((filter, index) => {
          const text = `${DIMENSION_TITLES[filter.dimension] ?? filter.dimension} ${SIGNS[filter.operator] ?? ''} ${formatValue(filter.dimension, filter.values[0] ?? '')}`;
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

/** What can be chosen: period, dates, comparison, filters. Works as links and a form; the script only saves the clicks. */
export const controlsView = (query: PageQuery, range: DateRange): Html =>
  html`<div class="controls">
      ${presets(query)} ${datePicker(query, range)}
      <a
        class="sr"
        href="${linkTo(query, { compare: query.compare === undefined ? 'previous_period' : undefined })}"
        data-key="c"
        >${query.compare === undefined ? 'Compare with the previous period' : 'Stop comparing'}</a
      >
    </div>
    ${filterChips(query)}`;
