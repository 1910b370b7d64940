import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { COMPARISON_TITLES, PERIOD_TITLES } from '../../calendar/date-format.ts';
import { COMPARISONS, FIRST_DAY, LAST_DAY } from '../../calendar/date-range.ts';
import type { DateRange, Preset } from '../../calendar/date-range.ts';
import { dimensionTitle } from '../../dimensions/format-value.ts';
import type { Segment } from '../../segments/segments-store.ts';
import { filterText, filterValue } from '../page-filters.ts';
import type { KnownNames } from '../page-filters.ts';
import type { PageData } from '../page-data.ts';
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

const TITLES: Readonly<Record<string, string>> = { goal: 'Goal', segment: 'Segment' };

const filterChips = (query: PageQuery, names: KnownNames): Html | null =>
  query.filters.length === 0
    ? null
    : html`<ul class="filters" aria-label="Filters">
        ${query.filters.map((filter, index) => {
          const title = TITLES[filter.dimension] ?? dimensionTitle(filter.dimension);
          const text = `${title} ${SIGNS[filter.operator] ?? ''} ${filterValue(filter, names)}`;
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

/** Presets shown as links, with the key that selects each. */
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

const hiddenFields = (query: PageQuery): Html =>
  html`${query.filters.map((filter) => html`<input type="hidden" name="f" value="${filterText(filter)}" />`)}${query.metric === 'visitors' ? null : html`<input type="hidden" name="metric" value="${query.metric}" />`}${query.view && html`<input type="hidden" name="view" value="${query.view}" />`}${query.at && html`<input type="hidden" name="at" value="${query.at}" />`}${query.panel === undefined ? null : html`<input type="hidden" name="panel" value="${query.panel}" />`}${query.access === undefined ? null : html`<input type="hidden" name="access" value="${query.access}" />`}`;

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

/** Ignores a year that is still being typed (`0202`). */
const DATE_LIMITS = html` min="${FIRST_DAY}" max="${LAST_DAY}"`;

const segmentPicker = (query: PageQuery, segments: readonly Segment[]): Html | null =>
  segments.length === 0
    ? null
    : html`<label
        >Segment
        <select name="segment">
          <option value="">all visits</option>
          ${segments.map(
            ({ id, name }) =>
              html`<option value="${id}" ${query.segment === id ? html` selected` : null}>${name}</option>`,
          )}
        </select></label
      >`;

const datePicker = (query: PageQuery, range: DateRange, segments: readonly Segment[]): Html =>
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
    ${segmentPicker(query, segments)} ${hiddenFields(query)}
    <button>Show</button>
  </form>`;

/**
 * Period, dates, comparison and filters. All works as links and a form; the script only saves
 * clicks.
 */
export const controlsView = ({
  query,
  range,
  segments,
  names,
}: Pick<PageData, 'query' | 'range' | 'segments' | 'names'>): Html =>
  html`<div class="controls">
      ${presets(query)} ${datePicker(query, range, segments)}
      <a
        class="sr"
        href="${linkTo(query, { compare: query.compare === undefined ? 'previous_period' : undefined })}"
        data-key="c"
        >${query.compare === undefined ? 'Compare with the previous period' : 'Stop comparing'}</a
      >
    </div>
    ${filterChips(query, names)}`;
