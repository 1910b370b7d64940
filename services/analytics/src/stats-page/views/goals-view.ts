import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import type { CountedFunnel } from '../../funnels/count-funnels.ts';
import type { CountedGoal } from '../../goals/goal-filter.ts';
import { formatCount, formatPercent } from '../../metrics/number-format.ts';
import type { GoalsData } from '../page-data.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';

const percent = (rate: number | null): string => (rate === null ? '–' : formatPercent(rate));
const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

const revenueOf = ({ revenue }: CountedGoal): string =>
  revenue.map(({ amount, currency }) => `${amounts.format(amount)} ${currency ?? ''}`.trim()).join(', ');

const bar = (share: number): Html =>
  html`<svg class="bar" aria-hidden="true">
    <rect width="${Math.round(100 * Math.min(1, share))}%" height="100%" rx="3" />
  </svg>`;

/** A click filters the page by the goal, but not twice by the same. */
const goalName = (query: PageQuery, { id, name }: CountedGoal): Html => {
  const value = String(id);
  const isChosen = query.filters.some(
    ({ dimension, operator, values }) => dimension === 'goal' && operator === 'is' && values[0] === value,
  );
  const filters = [
    ...query.filters,
    { dimension: 'goal' as const, operator: 'is' as const, values: [value] },
  ];
  return isChosen
    ? html`<span title="${name}">${name}</span>`
    : html`<a href="${linkTo(query, { filters, view: undefined })}" title="${name}">${name}</a>`;
};

const goalsTable = (query: PageQuery, goals: readonly CountedGoal[]): Html => {
  const hasRevenue = goals.some(({ revenue }) => revenue.length > 0);
  const most = Math.max(1, ...goals.map(({ conversions }) => conversions));
  return html`<section class="panel open" aria-label="Goals">
    <table>
      <thead>
        <tr>
          <th scope="col">Goal</th>
          <th scope="col" class="num">Conversions</th>
          <th scope="col" class="num">Visitors</th>
          <th scope="col" class="num">Rate</th>
          ${hasRevenue && html`<th scope="col" class="num">Revenue</th>`}
        </tr>
      </thead>
      <tbody>
        ${goals.map(
          (goal) =>
            html`<tr>
              <td class="name">${bar(goal.conversions / most)}${goalName(query, goal)}</td>
              <td class="num">${formatCount(goal.conversions)}</td>
              <td class="num">${formatCount(goal.converters)}</td>
              <td class="num">${percent(goal.rate)}</td>
              ${hasRevenue && html`<td class="num">${revenueOf(goal)}</td>`}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
};

const funnelTable = (funnel: CountedFunnel): Html => {
  const first = Math.max(1, funnel.steps[0]?.visitors ?? 0);
  return html`<section class="panel open" aria-label="Funnel ${funnel.name}">
    <h3>${funnel.name}: ${percent(funnel.rate)}</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" class="num">Visitors</th>
          <th scope="col" class="num">Dropped</th>
          <th scope="col" class="num">Of the step before</th>
        </tr>
      </thead>
      <tbody>
        ${funnel.steps.map(
          ({ name, visitors, dropOff, rate }, index) =>
            html`<tr>
              <td class="name">${bar(visitors / first)}<span title="${name}">${index + 1}. ${name}</span></td>
              <td class="num">${formatCount(visitors)}</td>
              <td class="num">${formatCount(dropOff)}</td>
              <td class="num">${percent(rate)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
};

/** The way to goals and funnels, where there are any: they are counted when they are asked for. */
export const goalsLink = (query: PageQuery, { hasAny }: GoalsData): Html | null =>
  hasAny && query.view === undefined && query.panel === undefined
    ? html`<p class="goals"><a href="${linkTo(query, { view: 'goals' })}">Goals and funnels</a></p>`
    : null;

/** Goals and funnels in the place of the lists. */
export const goalsView = (query: PageQuery, range: DateRange, { goals, funnels }: GoalsData): Html =>
  html`<p class="more goals">
      <a href="${linkTo(query, { view: undefined })}" data-key="escape">← Back to all statistics</a>
    </p>
    <h2 class="group">Goals and funnels</h2>
    ${goals.length > 0 ? goalsTable(query, goals) : null} ${funnels.map(funnelTable)}
    ${goals.length === 0 && funnels.length === 0 ? html`<p class="none">There are no goals yet.</p>` : null}
    <p class="imported">
      ${formatRange(range)}. A visitor’s steps count within one day: whoever goes on the next day begins anew.
    </p>`;
