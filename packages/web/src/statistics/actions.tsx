import { formatNumber, formatShare } from '../i18n/format.ts';
import { Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import { CARDS } from './definitions.ts';
import { Go } from './go.tsx';
import { DimensionList, ListTabs } from './list-card.tsx';
import type { Days, Funnel, Goal } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { scopeOf, useAnswer, useStatistics } from './use-answer.ts';
import { toggled } from './view.ts';
import { Waiting } from './waiting.tsx';

interface ActionsProps {
  readonly days: Days;
  readonly links: { readonly goals: string; readonly funnels: string } | undefined;
}

/** Amounts by currency, as people write them. */
const money = (revenue: Goal['revenue']): string =>
  revenue
    .map(({ currency, amount = 0 }) =>
      currency === null || currency === undefined
        ? formatNumber(amount, { maximumFractionDigits: 2 })
        : formatNumber(amount, { style: 'currency', currency }),
    )
    .join(', ');

const Nothing = ({ text, link, action }: { text: string; link: string | undefined; action: string }) => (
  <div class="nothing">
    <p>{text}</p>
    {link !== undefined && (
      <a class="button" href={link}>
        {action}
      </a>
    )}
  </div>
);

const Goals = ({ days, links }: ActionsProps) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const scope = scopeOf(view);
  const asked = useAnswer(
    `goals ${JSON.stringify([days, scope])}`,
    (source) => source.goals(days, scope),
    'goals',
  );
  if (asked.error !== undefined) return <Problem error={asked.error} retry={asked.retry} />;
  if (!asked.data) return <Waiting part="goals" lines={4} />;
  if (asked.data.length === 0) return <Nothing text={t.noGoals} link={links?.goals} action={t.addGoal} />;
  const hasRevenue = asked.data.some(({ revenue }) => revenue.length > 0);
  return (
    <div class={asked.isStale ? 'stale' : ''}>
      <Table
        label={t.lists.goals}
        heads={[
          t.goalName,
          ...[t.converters, t.conversions, t.rate, ...(hasRevenue ? [t.revenue] : [])].map((title) => ({
            title,
            isNumber: true,
          })),
        ]}
      >
        {asked.data.map((goal) => {
          const condition = { dimension: 'goal', operator: 'is' as const, values: [goal.name] };
          return (
            <tr key={goal.id}>
              <th scope="row">
                <Go class="plain" label={t.filterBy(goal.name)} to={toggled(view, condition)}>
                  {goal.name}
                </Go>
              </th>
              <td class="number">{formatNumber(goal.converters)}</td>
              <td class="number">{formatNumber(goal.conversions)}</td>
              <td class="number">{goal.rate === null ? '–' : formatShare(goal.rate)}</td>
              {hasRevenue && <td class="number">{money(goal.revenue)}</td>}
            </tr>
          );
        })}
      </Table>
    </div>
  );
};

const FunnelSteps = ({ funnel }: { funnel: Funnel }) => {
  const t = statisticsTexts();
  const first = Math.max(1, funnel.steps[0]?.visitors ?? 0);
  return (
    <section class="funnel" aria-label={funnel.name}>
      <h3>
        {funnel.name} <span class="quiet">{t.funnelRate(formatShare(funnel.rate ?? 0))}</span>
      </h3>
      <ol>
        {funnel.steps.map((step, index) => (
          <li key={index}>
            <span class="step-name">{step.name}</span>
            <svg class="step-bar" aria-hidden="true">
              <rect y={`${100 - (100 * step.visitors) / first}%`} width="100%" height="100%" />
            </svg>
            <b>{formatNumber(step.visitors)}</b>
            <span class="quiet">
              {index === 0
                ? formatShare(step.visitors / first)
                : `${formatShare(step.visitors / first)} · ${t.droppedOff(formatNumber(step.drop_off), formatShare(1 - (step.rate ?? 0)))}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Funnels = ({ days, links }: ActionsProps) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const scope = scopeOf(view);
  const asked = useAnswer(
    `funnels ${JSON.stringify([days, scope])}`,
    (source) => source.funnels(days, scope),
    'funnels',
  );
  if (asked.error !== undefined) return <Problem error={asked.error} retry={asked.retry} />;
  if (!asked.data) return <Waiting part="funnels" lines={4} />;
  if (asked.data.length === 0)
    return <Nothing text={t.noFunnels} link={links?.funnels} action={t.addFunnel} />;
  return (
    <div class={asked.isStale ? 'stale' : ''}>
      {asked.data.map((funnel) => (
        <FunnelSteps key={funnel.id} funnel={funnel} />
      ))}
    </div>
  );
};

/** The properties of events, and the values of the one that is chosen. */
const Properties = ({ days }: { days: Days }) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const scope = scopeOf(view);
  const asked = useAnswer(`properties ${JSON.stringify([days, scope])}`, (source) =>
    source.properties(days, scope),
  );
  if (asked.error !== undefined) return <Problem error={asked.error} retry={asked.retry} />;
  if (!asked.data) return <Skeleton lines={4} />;
  const name = asked.data.find(({ value }) => value === view.property)?.value ?? asked.data[0]?.value;
  if (name === undefined) return <p class="nothing">{t.nothing}</p>;
  return (
    <>
      <div class="list-tabs" role="group" aria-label={t.lists.properties}>
        {asked.data.map(({ value, count }) => (
          <Go key={value} isCurrent={value === name} replace to={{ ...view, property: value }}>
            {value} <span class="quiet">{formatNumber(count)}</span>
          </Go>
        ))}
      </div>
      <DimensionList key={name} dimension={`prop:${name}`} />
    </>
  );
};

/** Shows visitors' actions: goals, funnels, events and their properties. */
export const Actions = ({ days, links }: ActionsProps) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const card = CARDS.find(({ id }) => id === 'actions');
  if (!card) return null;
  const current = view.lists.actions ?? card.first;
  return (
    <section class="card" aria-labelledby="card-actions">
      <h2 id="card-actions">{t.cards.actions}</h2>
      <ListTabs card={card} current={current} />
      {current === 'goals' && <Goals days={days} links={links} />}
      {current === 'funnels' && <Funnels days={days} links={links} />}
      {current === 'event' && <DimensionList dimension="event" />}
      {current === 'properties' && <Properties days={days} />}
    </section>
  );
};
