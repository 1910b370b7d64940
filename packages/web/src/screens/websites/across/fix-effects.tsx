import type { Item, Output } from '@platform/client';

import { acrossTexts } from '../../../i18n/across.ts';
import { formatDay, formatNumber, formatShare } from '../../../i18n/format.ts';
import { texts } from '../../../i18n/language.ts';
import { useLoad } from '../../../loading/load.tsx';
import { useAct } from '../../../loading/use-submit.ts';
import { platform } from '../../../session/platform.ts';
import { may } from '../../../session/session.ts';
import type { Days } from '../../../statistics/source.ts';
import { addDays } from '../../../statistics/view.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Table } from '../../../ui/table.tsx';
import { dayIn } from '../period.tsx';
import type { SeenReport } from './order-fixes.ts';

type Website = Output<'websites.show'>;
type Run = Item<'reports.runs.list'>;
type Rating = NonNullable<Item<'websites.annotations.list'>['rating']>;

/** A week before and a week after are compared; the day of the fix is in neither. */
const WEEK = 7;
/** Older fixes are history. */
const MOST_DAYS = 60;
const MOST_FIXES = 10;
const MOST_RUNS = 25;
const RATINGS = ['better', 'same', 'worse'] as const satisfies readonly Rating[];

/** A page in seven days. */
interface Week {
  readonly visitors: number;
  readonly bounceRate: number | null;
  /** Milliseconds within which three quarters of the visitors saw the largest part. */
  readonly lcp: number | null;
}

/** A run of a report that found fixed what an earlier one had found wrong. */
export interface FoundFix {
  readonly report: number;
  readonly page: string;
  readonly run: number;
  readonly time: string;
  readonly scores: readonly [before: number, now: number];
}

interface Effect extends FoundFix {
  /** Titles of the checks that pass now. */
  readonly fixed: readonly string[];
  /** The day on which the week after is over. */
  readonly due: string;
  /** The weeks before and after; undefined until the latter is over. */
  readonly weeks: readonly [Week, Week] | undefined;
  readonly annotation: number | undefined;
  readonly rating: Rating | null;
}

/**
 * The runs of a report since a time that raised its score.
 * @param runs newest first
 */
export const risesOf = (
  runs: readonly Pick<Run, 'id' | 'score' | 'finished_at' | 'rules_version'>[],
  since: number,
): readonly Omit<FoundFix, 'report' | 'page'>[] => {
  const scored = runs.filter(({ score }) => score !== null);
  return scored.flatMap(({ id: run, score, finished_at: time, rules_version: rules }, index) => {
    const earlier = scored[index + 1];
    // Under other rules the same page has another score.
    if (!earlier || earlier.rules_version !== rules || Date.parse(time) < since) return [];
    const scores = [earlier.score ?? 0, score ?? 0] as const;
    return scores[1] > scores[0] ? [{ run, time, scores }] : [];
  });
};

const readWeek = async (id: number, page: string, days: Days): Promise<Week> => {
  const [{ rows }, vitals] = await Promise.all([
    platform.stats.query(id, {
      metrics: ['visitors', 'bounce_rate'],
      date_range: days,
      filters: [{ dimension: 'page', operator: 'is', values: [page] }],
    }),
    platform.stats.vitals(id, { ...days, page }),
  ]);
  const { visitors, bounce_rate: bounceRate } = rows[0]?.metrics ?? {};
  const measured = vitals.rows.find(({ value }) => value === page);
  return {
    visitors: visitors ?? 0,
    bounceRate: bounceRate ?? null,
    lcp: measured?.lcp?.p75 ?? null,
  };
};

/** The address by which a fix is known among the annotations. */
const addressOf = ({ report, run }: FoundFix): string => `/console/reports/${report}?tab=history&run=${run}`;

const readEffects = async (
  { id, timezone }: Website,
  reports: readonly SeenReport[],
): Promise<readonly Effect[]> => {
  const since = Date.now() - MOST_DAYS * 86_400_000;
  const lists = await Promise.all(
    reports.map(async ({ id: report, page }) => {
      const { items } = await platform.reports.runs.list(report, { per_page: MOST_RUNS });
      return risesOf(items, since).map((rise) => ({ ...rise, report, page }));
    }),
  );
  const found = lists
    .flat()
    .toSorted((a, b) => b.time.localeCompare(a.time))
    .slice(0, MOST_FIXES);
  if (found.length === 0) return [];
  const annotations = await platform.websites.annotations.list(id, { kind: 'fix' }).all();
  const today = dayIn(timezone, Date.now());
  const effects = await Promise.all(
    found.map(async (one): Promise<Effect | undefined> => {
      const { fixed } = await platform.reports.runs.diff(one.report, one.run);
      if (fixed.length === 0) return undefined;
      const day = dayIn(timezone, Date.parse(one.time));
      const due = addDays(day, WEEK + 1);
      const known = annotations.find(({ url }) => url?.endsWith(addressOf(one)));
      return {
        ...one,
        fixed: fixed.map(({ title }) => title),
        due,
        weeks:
          due > today
            ? undefined
            : await Promise.all([
                readWeek(id, one.page, { from: addDays(day, -WEEK), to: addDays(day, -1) }),
                readWeek(id, one.page, { from: addDays(day, 1), to: addDays(day, WEEK) }),
              ]),
        annotation: known?.id,
        rating: known?.rating ?? null,
      };
    }),
  );
  return effects.filter((one) => one !== undefined);
};

/** A figure before and after. */
const Change = ({
  values,
  text,
}: {
  values: readonly (number | null)[];
  text: (value: number) => string;
}) => {
  if (values.every((value) => value === null)) return <>–</>;
  return <>{values.map((value) => (value === null ? '–' : text(value))).join(' → ')}</>;
};

/** A day of the website, whatever the reader’s zone. */
const shownDay = (day: string): string => formatDay(`${day}T12:00`);
const seconds = (milliseconds: number): string =>
  `${formatNumber(milliseconds / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;

const EffectRow = ({
  website,
  effect,
  onRated,
}: {
  website: Website;
  effect: Effect;
  onRated: () => void;
}) => {
  const t = acrossTexts().effects;
  const ratings = texts().website.annotationRatings;
  const { isBusy, act } = useAct();
  const { page, scores, fixed, time, weeks, due, rating, annotation } = effect;
  const rate = async (chosen: Rating): Promise<void> => {
    // A second click takes the judgement back.
    const judged = { rating: chosen === rating ? null : chosen };
    await (annotation === undefined
      ? platform.websites.annotations.create(website.id, {
          ...judged,
          kind: 'fix',
          text: t.note(page, fixed.length),
          time,
          url: `${location.origin}${addressOf(effect)}`,
        })
      : platform.websites.annotations.update(website.id, annotation, judged));
    onRated();
  };
  return (
    <tr>
      <th scope="row">
        <a href={addressOf(effect)}>{page}</a>
        <span class="quiet">{shownDay(dayIn(website.timezone, Date.parse(time)))}</span>
      </th>
      <td>
        {fixed.slice(0, 3).join(' · ')}
        {fixed.length > 3 && ` ${t.more(fixed.length - 3)}`}
      </td>
      <td class="number">{scores.map((score) => formatNumber(score)).join(' → ')}</td>
      {weeks === undefined ? (
        <td colSpan={4} class="quiet">
          {t.due(shownDay(due))}
        </td>
      ) : (
        <>
          <td class="number">
            <Change values={weeks.map(({ visitors }) => visitors)} text={formatNumber} />
          </td>
          <td class="number">
            <Change values={weeks.map(({ bounceRate }) => bounceRate)} text={formatShare} />
          </td>
          <td class="number">
            <Change values={weeks.map(({ lcp }) => lcp)} text={seconds} />
          </td>
          <td>
            {may('websites:write') ? (
              <span class="ratings" role="group" aria-label={t.rate(page)}>
                {RATINGS.map((one) => (
                  <button
                    key={one}
                    type="button"
                    aria-pressed={one === rating}
                    disabled={isBusy}
                    onClick={() => {
                      act(() => rate(one));
                    }}
                  >
                    {ratings[one]}
                  </button>
                ))}
              </span>
            ) : (
              rating !== null && ratings[rating]
            )}
          </td>
        </>
      )}
    </tr>
  );
};

/** What changed on a page in the week after its report found something fixed, for its owner to judge. */
export const FixEffects = ({ website, reports }: { website: Website; reports: readonly SeenReport[] }) => {
  const t = acrossTexts().effects;
  const { data, error, reload } = useLoad(`effects ${website.id}`, () => readEffects(website, reports));
  if (!data) return <Problem error={error} retry={reload} />;
  if (data.length === 0) return null;
  return (
    <section class="effects">
      <h2>{t.title}</h2>
      <p class="quiet">{t.about}</p>
      <Problem error={error} retry={reload} />
      <Table
        label={t.title}
        heads={[
          acrossTexts().fixes.page,
          t.fixed,
          { title: t.score, isNumber: true },
          { title: t.visitors, isNumber: true },
          { title: t.bounceRate, isNumber: true },
          { title: t.lcp, isNumber: true },
          t.rating,
        ]}
      >
        {data.map((effect) => (
          <EffectRow
            key={`${effect.report} ${effect.run}`}
            website={website}
            effect={effect}
            onRated={reload}
          />
        ))}
      </Table>
    </section>
  );
};
