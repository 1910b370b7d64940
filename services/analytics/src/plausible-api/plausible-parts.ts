import { invalid } from '@platform/errors';

import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import { goalFilter } from '../goals/goal.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import { MOST_ROWS, orderOf, pageOf } from './ask-statistics.ts';
import type { Ask, PlausibleAnswer, Question } from './ask-statistics.ts';
import { foreignPages, hostFilter, hostOfPage, pageOfHostname } from './plausible-dimensions.ts';
import type { NamedGoal } from './plausible-goals.ts';
import { GOAL, NO_REVENUE } from './plausible-metrics.ts';

/** A value of a dimension that nothing is stored by, and what it stands for. */
interface Part {
  readonly value: string;
  readonly filter: Filter;
}

/** Each is a question of its own. */
const MOST_GOALS = 200;
const MOST_HOSTS = 100;

/** Counted beside what is asked for, to leave out what nobody did. */
const COUNTED = 'visitors';

const partQuestion = (question: Question, name: string, { filter }: Part): Question => {
  const { filters, metrics } = question;
  const isGoal = name === GOAL;
  const dimensions = question.dimensions.filter((each) => each !== name);
  return {
    ...question,
    dimensions,
    metrics: metrics.includes(COUNTED) ? metrics : [...metrics, COUNTED],
    order: [],
    filters: {
      all: [...filters.all, filter],
      withoutGoals: filters.withoutGoals,
      asksForGoal: filters.asksForGoal || isGoal,
    },
    partOf: {
      all: filters.all,
      group: isGoal ? filters.withoutGoals : [...filters.withoutGoals, filter],
    },
    limit: dimensions.length === 0 ? 1 : MOST_ROWS,
    offset: 0,
  };
};

/** The answer put together of a question for each part. */
const askByParts = async (
  ask: Ask,
  website: Website,
  question: Question,
  { name, parts }: { readonly name: string; readonly parts: readonly Part[] },
): Promise<PlausibleAnswer> => {
  const { metrics, dimensions } = question;
  orderOf(question);
  const place = dimensions.indexOf(name);
  const answers: PlausibleAnswer[] = [];
  const rows: PlausibleAnswer['rows'][number][] = [];
  for (const part of parts) {
    const asked = partQuestion(question, name, part);
    const answer = await ask(website, asked);
    const counted = asked.metrics.indexOf(COUNTED);
    answers.push(answer);
    for (const row of answer.rows)
      if (row.values[counted] !== 0)
        rows.push({
          dimensions: row.dimensions.toSpliced(place, 0, part.value),
          values: row.values.slice(0, metrics.length),
        });
  }
  const { range, hasImported } =
    answers[0] ??
    (await ask(website, { ...question, dimensions: [], metrics: [COUNTED], order: [], limit: 1, offset: 0 }));
  const warnings = answers.map(({ warning }) => warning);
  return {
    range,
    hasImported,
    total: rows.length,
    rows: pageOf(rows, question),
    // Goals without revenue are usual beside those that have some.
    warning: warnings.every((warning) => warning?.code === NO_REVENUE.code)
      ? warnings[0]
      : warnings.find((warning) => warning !== undefined && warning.code !== NO_REVENUE.code),
  };
};

/** A goal that is a measurement (scroll, time) has no part: it is a sum over several events. */
const goalParts = (goals: readonly NamedGoal[]): readonly Part[] => {
  if (goals.length > MOST_GOALS)
    throw invalid([
      {
        field: 'dimensions',
        message: `${GOAL} can’t be counted for more than ${MOST_GOALS} goals, and the website has ${goals.length}; filter by ${GOAL} instead`,
      },
    ]);
  return goals.flatMap((goal) => {
    const filter = goalFilter(goal);
    return filter === undefined ? [] : [{ filter, value: goal.name }];
  });
};

/** The website’s own host and the others, those with the most visits first. */
const busiestHosts = (
  rows: Awaited<ReturnType<StatsService['query']>>['rows'],
  page: ColumnDimension,
  domain: string,
): readonly string[] => {
  const visits = new Map([[domain, Number.POSITIVE_INFINITY]]);
  for (const { dimensions, metrics } of rows) {
    const host = hostOfPage(dimensions[page] ?? '', domain);
    visits.set(host, (visits.get(host) ?? 0) + (metrics.visits ?? 0));
  }
  return [...visits].toSorted(([, one], [, other]) => other - one).map(([host]) => host);
};

const hostParts = async (
  stats: Pick<StatsService, 'query'>,
  { organisation, id, domain }: Website,
  { filters, range }: Question,
  page: NonNullable<ReturnType<typeof pageOfHostname>>,
): Promise<readonly Part[]> => {
  const { rows } = await stats.query(organisation, id, {
    metrics: ['visits'],
    dimensions: [page],
    filters: [...filters.all, foreignPages(page)],
    date_range: range,
    per_page: MOST_ROWS,
    page: 1,
  });
  return busiestHosts(rows, page, domain).map((value) => ({
    value,
    filter: hostFilter(page, [value], domain, (host) => host),
  }));
};

/**
 * Answers questions by goals and by hosts from one for each of them. Columns for them would cost
 * every website what few ask for, and lack the past. Visitors stay exact, which adding up pages
 * wouldn't be.
 * @throws AppError `invalid` for both at once
 */
export const withParts =
  (ask: Ask, stats: Pick<StatsService, 'query'>, goals: readonly NamedGoal[]): Ask =>
  async (website, question) => {
    // Where nobody has made a goal, any event is one.
    const names = question.dimensions.filter(
      (name) => (name === GOAL && goals.length > 0) || pageOfHostname(name) !== undefined,
    );
    const [name, other] = names;
    if (name === undefined) return ask(website, question);
    if (other !== undefined)
      throw invalid([
        { field: 'dimensions', message: `${name} and ${other} can’t be combined in one query` },
      ]);
    const page = pageOfHostname(name);
    const parts = page === undefined ? goalParts(goals) : await hostParts(stats, website, question, page);
    if (page === undefined || parts.length <= MOST_HOSTS)
      return askByParts(ask, website, question, { name, parts });
    const answer = await askByParts(ask, website, question, { name, parts: parts.slice(0, MOST_HOSTS) });
    return {
      ...answer,
      note: `${name}: of ${parts.length} hosts, only the ${MOST_HOSTS} with the most visits were counted`,
    };
  };
