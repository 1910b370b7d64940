import { CARDS, COLUMNS, METRICS } from './definitions.ts';
import type { CardId, ListId } from './definitions.ts';
import type { Column, Days, Metric, Preset } from './source.ts';

export const OPERATORS = ['is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition on what is counted. It holds if one of the values fits; with `…_not`, if none does. */
export interface Condition {
  readonly dimension: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export const PRESETS: readonly Preset[] = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '30d',
  '91d',
  '12mo',
  'week',
  'month',
  'last_month',
  'year',
  'last_year',
  'all',
];
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];
export const COMPARISONS = ['previous_period', 'previous_year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Parts of the page whose answers take long: a page from a server has them when its address says so. */
export const PARTS = ['goals', 'funnels', 'journeys', 'vitals', 'returns'] as const;
export type Part = (typeof PARTS)[number];

/** State of the page, all of it in the address. */
export interface View {
  readonly period: 'realtime' | Preset | Days;
  /** The range that it is compared with: by a rule, or days of one's own. */
  readonly compare: Comparison | Days;
  /** Metric that the chart draws. */
  readonly metric: Metric;
  /** Interval of the chart's points, if it isn't the one that fits the period. */
  readonly interval: Interval | undefined;
  readonly conditions: readonly Condition[];
  readonly segment: number | undefined;
  /** The list that a card shows, where it isn't its first. */
  readonly lists: Readonly<Partial<Record<CardId, ListId>>>;
  /** The list that is open as a table: a dimension or `prop:name`. */
  readonly open: string | undefined;
  /** How many hundreds of its rows are shown. */
  readonly pages: number;
  /** Property of events whose values are listed; the most frequent one by default. */
  readonly property: string | undefined;
  /** Page for which journeys are shown. */
  readonly at: string | undefined;
  /** The part that a page from a server carries besides. */
  readonly part: Part | undefined;
}

export const DEFAULT_VIEW: View = {
  period: '28d',
  compare: 'previous_period',
  metric: 'visitors',
  interval: undefined,
  conditions: [],
  segment: undefined,
  lists: {},
  open: undefined,
  pages: 1,
  property: undefined,
  at: undefined,
  part: undefined,
};

/** A table shows no more than a thousand rows; its file has all. */
export const MOST_PAGES = 10;

/** How an operator is written in an address; the public page reads the same. */
const SIGNS: Readonly<Record<Operator, string>> = {
  is: '=',
  is_not: '!',
  contains: '~',
  contains_not: '^',
  matches: '*',
  matches_not: '-',
};

const member = <Item extends string>(list: readonly Item[], text: string | null): Item | undefined =>
  list.find((item) => item === text);

/** True for the name of a dimension that one can filter by, in an address, too. */
export const isDimension = (name: string): boolean =>
  (COLUMNS as readonly string[]).includes(name) || name === 'goal' || /^prop:[^=!~^*]{1,100}$/.test(name);

/** True for the name of a list; by some properties one can't filter. */
const isOpenable = (name: string): boolean =>
  (COLUMNS as readonly string[]).includes(name) || /^prop:.{1,100}$/s.test(name);

/** Reads `country=DE`, or with several values one in a line. */
const parseCondition = (text: string): Condition | undefined => {
  const [, dimension = '', sign = '', value = ''] =
    /^([a-z_]+|prop:[^=!~^*]{1,100})([=!~^*-])(.{0,4000})$/s.exec(text) ?? [];
  const operator = OPERATORS.find((one) => SIGNS[one] === sign);
  const values = value.split('\n').filter((one) => one !== '');
  return operator && values.length > 0 && isDimension(dimension)
    ? { dimension, operator, values }
    : undefined;
};

const conditionText = ({ dimension, operator, values }: Condition): string =>
  `${dimension}${SIGNS[operator]}${values.join('\n')}`;

const DAY = /^(?:19[7-9]\d|20\d\d)-\d\d-\d\d$/;
const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const periodOf = (parameters: URLSearchParams): View['period'] => {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? ''];
  if (isDay(from) && isDay(to)) return from <= to ? { from, to } : { from: to, to: from };
  if (parameters.get('period') === 'realtime') return 'realtime';
  return member(PRESETS, parameters.get('period')) ?? DEFAULT_VIEW.period;
};

/** Reads `2026-01-01_2026-01-31`, or the name of a rule. A form without a script sends both days apart. */
const comparisonOf = (parameters: URLSearchParams): View['compare'] => {
  const text = parameters.get('compare');
  const [from = '', to = ''] = text?.split('_') ?? [
    parameters.get('compare_from') ?? '',
    parameters.get('compare_to') ?? '',
  ];
  if (isDay(from) && isDay(to)) return from <= to ? { from, to } : { from: to, to: from };
  return member(COMPARISONS, text) ?? DEFAULT_VIEW.compare;
};

/** A comparison as it is written in an address. */
export const comparisonText = (compare: View['compare']): string =>
  typeof compare === 'object' ? `${compare.from}_${compare.to}` : compare;

/** Reads a view; what can't be understood is left out, as addresses are typed by people. */
export const parseView = (search: string): View => {
  // NUL is in no text of PostgreSQL.
  const parameters = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([, value]) => !value.includes('\0')),
  );
  const asked = parameters.getAll('f');
  const segment =
    parameters.get('segment') ?? asked.find((text) => text.startsWith('segment='))?.slice(8) ?? '';
  const open = parameters.get('panel') ?? '';
  const part = member(PARTS, parameters.get('view'));
  const actions = open === 'properties' ? open : part === 'goals' || part === 'funnels' ? part : undefined;
  return {
    period: periodOf(parameters),
    compare: comparisonOf(parameters),
    metric: member(METRICS, parameters.get('metric')) ?? DEFAULT_VIEW.metric,
    interval: member(INTERVALS, parameters.get('interval')),
    conditions: asked.slice(0, 20).flatMap((text) => parseCondition(text) ?? []),
    segment: /^[1-9]\d{0,8}$/.test(segment) ? Number(segment) : undefined,
    lists: Object.fromEntries(
      CARDS.flatMap(({ id, first, lists }) => {
        const list = member(lists, parameters.get(id)) ?? (id === 'actions' ? actions : undefined);
        return list && list !== first ? [[id, list]] : [];
      }),
    ),
    open: isOpenable(open) ? open : undefined,
    pages: Math.min(MOST_PAGES, Math.max(1, Math.floor(Number(parameters.get('page')) || 1))),
    property: parameters.get('property')?.slice(0, 100) || undefined,
    at: parameters.get('at')?.slice(0, 1_024) || undefined,
    part,
  };
};

/** The shortest query string that means the same: empty, or with `?` in front. */
export const viewText = (view: View): string => {
  const parameters = new URLSearchParams();
  const set = (name: string, value: string | undefined, usual?: string): void => {
    if (value !== undefined && value !== usual) parameters.set(name, value);
  };
  if (typeof view.period === 'object') {
    set('from', view.period.from);
    set('to', view.period.to);
  } else set('period', view.period, '28d');
  set('compare', comparisonText(view.compare), comparisonText(DEFAULT_VIEW.compare));
  set('metric', view.metric, DEFAULT_VIEW.metric);
  set('interval', view.interval);
  for (const condition of view.conditions) parameters.append('f', conditionText(condition));
  set('segment', view.segment?.toString());
  for (const { id } of CARDS) set(id, view.lists[id]);
  set('panel', view.open);
  if (view.open !== undefined) set('page', view.pages.toString(), '1');
  set('property', view.property);
  set('at', view.at);
  set('view', view.part);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

/** Parameters that a link to the public page adds, so that it shows the same. */
export const sharedParameters = (view: View, days: Days | undefined): URLSearchParams => {
  // A shared `today` or last week keeps its dates, because others open the link later.
  const period = view.period === 'realtime' ? 'today' : (days ?? view.period);
  return new URLSearchParams(viewText({ ...view, period, open: undefined }));
};

/** The interval that gives a period between 7 and about 100 points. */
export const usualInterval = (days: number): Interval => {
  if (days <= 2) return 'hour';
  if (days <= 100) return 'day';
  return days <= 700 ? 'week' : 'month';
};

/** The intervals that a chart of so many days may have. */
export const intervalsFor = (days: number): readonly Interval[] =>
  INTERVALS.filter((interval) => {
    if (interval === 'hour') return days <= 14;
    if (interval === 'day') return days > 1 && days <= 800;
    return days > (interval === 'week' ? 7 : 31);
  });

const DAY_MILLISECONDS = 86_400_000;

/** A day so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** How many days a range has. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS) + 1;

/** The range of the same length right before (-1) or after (1); undefined beyond today. */
export const stepped = (days: Days, step: -1 | 1, today: string): Days | undefined => {
  const length = lengthOf(days);
  const from = addDays(days.from, step * length);
  return from > today ? undefined : { from, to: addDays(days.to, step * length) };
};

/** Adds a condition, or takes away the one that is the same. */
export const toggled = (view: View, condition: Condition): View => {
  const text = conditionText(condition);
  const others = view.conditions.filter((one) => conditionText(one) !== text);
  const isNew = others.length === view.conditions.length;
  return { ...view, conditions: isNew ? [...others, condition] : others };
};

/** Returns true for a dimension of which a visit has only one value. */
export const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name);
