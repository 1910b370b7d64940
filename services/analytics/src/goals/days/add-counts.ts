import type { GoalRule, Revenue } from '../goal.ts';

/**
 * Match of a rule by a visitor who also has visits outside the span. For a rule that isn't about
 * engagement, moments may be left out if no order of steps in several spans depends on them.
 */
export interface CrossingRow {
  readonly visitor: string;
  /** The rule's place in the list: 0 for a goal's only one. */
  readonly step: number;
  /** Microseconds since 1970. */
  readonly at: number;
  /** The visit and page, for rules about engagement; '' for the others. */
  readonly place: string;
  readonly views: number;
  /** Engaged milliseconds or percent scrolled, added up over the views; null for other rules. */
  readonly measured: number | null;
}

/** Amounts of one currency: a decimal number as text, so that sums stay exact. */
export interface Amount {
  readonly currency: string | null;
  readonly amount: string;
}

/**
 * Counts of rules in a span: a goal's single rule, or the steps of a funnel in order. Spans that
 * don't overlap can be added up, because visitors who may be in several are listed.
 */
export interface SpanCounts {
  /** Conversions of the first rule, without those that `crossing` lists. */
  readonly conversions: number;
  /** Visitors who took each step, without those of `crossing`. */
  readonly visitors: readonly number[];
  readonly crossing: readonly CrossingRow[];
  /** Of the first rule's conversions, all of them. */
  readonly revenue: readonly Amount[];
}

/** Amounts have at most so many digits behind the point. */
const DIGITS = 9;

/** Billionths, so that adding loses nothing. */
const toUnits = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return amount.startsWith('-') ? -units : units;
};

const toNumber = (units: bigint): number => {
  const digits = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0');
  const amount = Number(`${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`);
  return units < 0n ? -amount : amount;
};

/** Sorts amounts without a currency last. */
const compare = (a: Revenue, b: Revenue): number => {
  if (a.currency === null || b.currency === null) return a.currency === null ? 1 : -1;
  return a.currency < b.currency ? -1 : 1;
};

/** Adds up by currency, exactly. */
export const addAmounts = (amounts: readonly Amount[]): readonly Revenue[] => {
  const sums = new Map<string | null, bigint>();
  for (const { currency, amount } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0n) + toUnits(amount));
  return [...sums].map(([currency, units]) => ({ currency, amount: toNumber(units) })).sort(compare);
};

/** Counts of rules over several spans together. */
export interface Counts {
  readonly conversions: number;
  /** Visitors who took each step. */
  readonly visitors: readonly number[];
  readonly revenue: readonly Revenue[];
}

/** Times (microseconds) at which a visitor took each step, in no order. */
type Times = readonly (readonly number[])[];

/** A view's engagement may lie in another span than the view: what belongs together is added up. */
const joined = (rows: readonly CrossingRow[]): readonly CrossingRow[] => [
  ...rows.filter(({ measured }) => measured === null),
  ...Map.groupBy(
    rows.filter(({ measured }) => measured !== null),
    ({ step, place }) => `${step} ${place}`,
  )
    .values()
    .map((parts) =>
      parts.reduce((sum, part) => ({
        ...sum,
        at: Math.max(sum.at, part.at),
        views: sum.views + part.views,
        measured: (sum.measured ?? 0) + (part.measured ?? 0),
      })),
    ),
];

const isReached = ({ views, measured }: CrossingRow, { type, threshold }: GoalRule): boolean =>
  measured === null || (views > 0 && measured >= (threshold ?? 0) * (type === 'engaged' ? 1000 : 1) * views);

const timesOf = (rules: readonly GoalRule[], rows: readonly CrossingRow[]): Times => {
  const found = joined(rows);
  return rules.map((rule, index) =>
    found.filter((row) => row.step === index && isReached(row, rule)).map(({ at }) => at),
  );
};

/** The earliest moment after another, Infinity if there is none. A loop: there may be very many of them. */
const firstAfter = (before: number, moments: readonly number[]): number => {
  let first = Infinity;
  for (const at of moments) if (at > before && at < first) first = at;
  return first;
};

/** How many steps were taken, each later than the one before and as early as possible. */
export const stepsTaken = (times: Times): number => {
  let before = -Infinity;
  for (const [step, moments] of times.entries()) {
    before = firstAfter(before, moments);
    if (before === Infinity) return step;
  }
  return times.length;
};

/** Adds up the counts of rules in spans that don't overlap. */
export const addCounts = (rules: readonly GoalRule[], spans: readonly SpanCounts[]): Counts => {
  const crossing = Map.groupBy(
    spans.flatMap((span) => span.crossing),
    ({ visitor }) => visitor,
  );
  const visitors = rules.map((_, step) => spans.reduce((sum, span) => sum + (span.visitors[step] ?? 0), 0));
  let conversions = spans.reduce((sum, span) => sum + span.conversions, 0);
  for (const rows of crossing.values()) {
    const times = timesOf(rules, rows);
    conversions += times[0]?.length ?? 0;
    const taken = stepsTaken(times);
    for (let step = 0; step < taken; step += 1) visitors[step] = (visitors[step] ?? 0) + 1;
  }
  return { conversions, visitors, revenue: addAmounts(spans.flatMap(({ revenue }) => revenue)) };
};
