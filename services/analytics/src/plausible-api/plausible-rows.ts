import { isProperty } from '../dimensions/dimension-names.ts';
import { ownConditionsOf } from '../stats/query/filter.ts';
import type { Condition, Filter } from '../stats/query/filter.ts';
import { MOST_ROWS, orderOf, pageOf } from './ask-statistics.ts';
import type { Ask, PlausibleAnswer, PlausibleRow, Question } from './ask-statistics.ts';
import { filterDimension, mayLack, shownValue } from './plausible-dimensions.ts';
import { GOAL } from './plausible-metrics.ts';

/** Counted beside what is asked for, to leave out what nobody did. */
const COUNTED = 'visitors';

/** Every choice of at least one of some names. */
const choicesOf = (names: readonly string[]): readonly (readonly string[])[] =>
  names.reduce<readonly (readonly string[])[]>(
    (choices, name) => [...choices, ...choices.map((choice) => [...choice, name]), [name]],
    [],
  );

const lacks = (name: string): Condition => {
  const dimension = filterDimension(name);
  return {
    dimension,
    operator: 'is',
    values: [''],
    ...(isProperty(dimension) && { ofAnyHit: true as const }),
  };
};

const NAME = 'event:name';
/** The name of the event that a page view is. */
const PAGEVIEW = 'pageview';

/** Page views, which are events of a name as well where nothing else is said of events. */
const hasViews = ({ dimensions, filters }: Question): boolean =>
  dimensions.includes(NAME) &&
  !dimensions.some((name) => name === GOAL || name.startsWith('event:props:')) &&
  filters.all
    .flatMap(ownConditionsOf)
    .every(({ dimension }) => dimension !== 'event' && !isProperty(dimension));

/** What a row that no value is stored for is about: what lacks one, and page views. */
const conditionFor = (name: string): Condition =>
  name === NAME ? { dimension: 'page', operator: 'is_not', values: [''] } : lacks(name);

const shownFor = (name: string): string => (name === NAME ? PAGEVIEW : shownValue(name, ''));

/** The question for what lacks a value of some of the dimensions. */
const lackingQuestion = (question: Question, names: readonly string[]): Question => {
  const { filters, metrics, partOf } = question;
  const dimensions = question.dimensions.filter((name) => !names.includes(name));
  const none = names.map(conditionFor);
  return {
    ...question,
    dimensions,
    metrics: metrics.includes(COUNTED) ? metrics : [...metrics, COUNTED],
    order: [],
    filters: { ...filters, all: [...filters.all, ...none] },
    partOf: {
      all: partOf?.all ?? filters.all,
      group: [...(partOf?.group ?? filters.withoutGoals), ...none],
    },
    limit: dimensions.length === 0 ? 1 : MOST_ROWS,
    offset: 0,
  };
};

/** The rows of what lacks a value: `(not set)`, of properties `(none)`; and of page views. */
const lackingRows = async (ask: Ask, ...[website, question]: Parameters<Ask>): Promise<PlausibleRow[]> => {
  const rows: PlausibleRow[] = [];
  const isAbsent = (name: string): boolean => mayLack(name) || (name === NAME && hasViews(question));
  for (const names of choicesOf(question.dimensions.filter(isAbsent))) {
    const asked = lackingQuestion(question, names);
    const answer = await ask(website, asked);
    const counted = asked.metrics.indexOf(COUNTED);
    for (const row of answer.rows) {
      if (row.values[counted] === 0) continue;
      const others = [...row.dimensions];
      rows.push({
        dimensions: question.dimensions.map((name) =>
          names.includes(name) ? shownFor(name) : (others.shift() ?? ''),
        ),
        values: row.values.slice(0, question.metrics.length),
      });
    }
  }
  return rows;
};

/** Adds the rows of what lacks a value, in their place. */
export const withAbsent =
  (ask: Ask): Ask =>
  async (website, question) => {
    orderOf(question);
    const lacking = await lackingRows(ask, website, question);
    if (lacking.length === 0) return ask(website, question);
    // They come before as many of the others at most.
    const before = Math.min(question.offset, lacking.length);
    const asked = {
      ...question,
      offset: question.offset - before,
      limit: question.limit + before,
    };
    const answer = await ask(website, asked);
    return {
      ...answer,
      total: answer.total + lacking.length,
      rows: pageOf([...lacking, ...answer.rows], { ...question, offset: before }),
    };
  };

/** Metrics of visits, which are counted at the page on which each began. */
const OF_ENTRIES = ['bounce_rate', 'visit_duration'];
const PAGE = 'event:page';
const ENTRY_PAGE = 'visit:entry_page';

const isOfPage = (filter: Filter): boolean => {
  if ('and' in filter) return filter.and.some(isOfPage);
  if ('or' in filter) return filter.or.some(isOfPage);
  return !('what' in filter) && filter.dimension === 'page';
};

const asEntry = (filter: Filter): Filter => {
  if ('and' in filter) return { and: filter.and.map(asEntry) };
  if ('or' in filter) return { or: filter.or.map(asEntry) };
  return 'what' in filter || filter.dimension !== 'page' ? filter : { ...filter, dimension: 'entry_page' };
};

/** The metrics of a question that are about visits which began on its pages. */
const metricsOfEntries = ({ metrics, dimensions, filters }: Question): readonly string[] => {
  if (dimensions.includes(PAGE)) return metrics.filter((name) => OF_ENTRIES.includes(name));
  return filters.all.some(isOfPage) ? metrics.filter((name) => name === 'bounce_rate') : [];
};

/**
 * Counts bounces by the pages on which visits began: where a page is left at once says something about
 * it, what visits of several pages did doesn't.
 */
export const withEntryPages =
  (ask: Ask): Ask =>
  async (website, question) => {
    const { metrics, dimensions, filters } = question;
    const ofEntries = metricsOfEntries(question);
    if (ofEntries.length === 0) return ask(website, question);
    const sortsHere = orderOf(question).some(([name]) => ofEntries.includes(name));
    const answer = await ask(website, sortsHere ? { ...question, limit: MOST_ROWS, offset: 0 } : question);
    const entries = await ask(website, {
      ...question,
      metrics: ofEntries,
      dimensions: dimensions.map((name) => (name === PAGE ? ENTRY_PAGE : name)),
      filters: { ...filters, all: filters.all.map(asEntry) },
      order: [],
      limit: MOST_ROWS,
      offset: 0,
    });
    const byKeys = new Map(entries.rows.map((row) => [JSON.stringify(row.dimensions), row.values]));
    const rows = answer.rows.map((row) => {
      const found = byKeys.get(JSON.stringify(row.dimensions));
      return {
        ...row,
        values: row.values.map((value, index) => {
          const place = ofEntries.indexOf(metrics[index] ?? '');
          return place === -1 ? value : (found?.[place] ?? 0);
        }),
      };
    });
    return { ...answer, rows: sortsHere ? pageOf(rows, question) : rows } satisfies PlausibleAnswer;
  };
