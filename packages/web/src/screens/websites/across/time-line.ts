import type { Item, Output } from '@platform/client';

import { acrossTexts } from '../../../i18n/across.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { texts } from '../../../i18n/language.ts';
import { platform } from '../../../session/platform.ts';
import { may } from '../../../session/session.ts';
import type { Annotation, Days, StatisticsSource } from '../../../statistics/source.ts';
import { shownAddress } from '../../../ui/address.ts';
import { dayIn } from '../period.tsx';
import { SOURCE_NAMES } from './import-sources.ts';
import { hasReports, readPageReports } from './website-reports.ts';

type Website = Output<'websites.show'>;
type Run = Item<'reports.runs.list'>;

/** Reports whose runs are looked through: those that ran last. */
const MOST_REPORTS = 10;
const MOST_RUNS = 50;
/** Beyond these the marks would cover the chart. The largest changes stay. */
const MOST_CHANGES = 30;

/** An event at a time, before it has its day. */
interface Happening {
  readonly time: string;
  readonly text: string;
  readonly url: string | null;
}

/** A step of a report's score, from one run with a result to the next. */
interface Step extends Happening {
  readonly by: number;
}

/** The steps between runs, the newest of which comes first. */
export const stepsOf = (
  runs: readonly Pick<Run, 'score' | 'finished_at' | 'rules_version'>[],
): readonly { time: string; before: number; now: number }[] => {
  const scored = runs.filter(({ score }) => score !== null);
  return scored.flatMap((run, index) => {
    const earlier = scored[index + 1];
    // Under other rules the same page has another score.
    if (!earlier || earlier.rules_version !== run.rules_version || earlier.score === run.score) return [];
    return [{ time: run.finished_at, before: earlier.score ?? 0, now: run.score ?? 0 }];
  });
};

const readReportSteps = async (website: Website): Promise<readonly Step[]> => {
  if (!(await hasReports())) return [];
  const reports = (await readPageReports(website)) ?? [];
  const latest = reports
    .map(({ report }) => report)
    .toSorted((a, b) => (b.generated_at ?? '').localeCompare(a.generated_at ?? ''))
    .slice(0, MOST_REPORTS);
  const steps = await Promise.all(
    latest.map(async ({ id, url }) => {
      const { items } = await platform.reports.runs.list(id, { per_page: MOST_RUNS });
      return stepsOf(items).map(({ time, before, now }) => ({
        time,
        by: Math.abs(now - before),
        text: acrossTexts().timeLine.report(shownAddress(url), formatNumber(before), formatNumber(now)),
        url: `${location.origin}/console/reports/${id}?tab=history`,
      }));
    }),
  );
  return steps
    .flat()
    .toSorted((a, b) => b.by - a.by)
    .slice(0, MOST_CHANGES);
};

const readImports = async ({ id }: Website): Promise<readonly Happening[]> => {
  if (!may('websites:read')) return [];
  const imports = await platform.websites.imports.list(id);
  return imports
    .filter(({ status }) => status === 'completed')
    .map(({ source, days, created_at: time }) => ({
      time,
      text: acrossTexts().timeLine.import(SOURCE_NAMES[source], formatNumber(days), days),
      url: `${location.origin}/console/websites/${id}?tab=imports`,
    }));
};

/** What a chart says of an annotation. */
const textOf = ({ kind, text, rating }: Annotation): string => {
  if (kind === 'deployment') return acrossTexts().timeLine.deployment(text);
  return rating === null ? text : `${text} · ${texts().website.annotationRatings[rating]}`;
};

/**
 * Adds to the annotations of a website what the platform knows besides: reports whose score has
 * changed, and imports; deployments are named as such. What can't be read is left out.
 */
export const withTimeLine = <Source extends StatisticsSource & { forget(): void }>(
  source: Source,
  website: Website,
): Source => {
  let known: Promise<readonly Happening[]> | undefined;
  const read = async (): Promise<readonly Happening[]> => {
    const parts = await Promise.allSettled([readReportSteps(website), readImports(website)]);
    return parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
  };
  return {
    ...source,
    forget() {
      known = undefined;
      source.forget();
    },
    async annotations(days: Days): Promise<readonly Annotation[]> {
      known ??= read();
      const [own, others] = await Promise.all([source.annotations(days), known]);
      const added = others.map((happening, index) => ({
        ...happening,
        // No annotation has such an id.
        id: -1 - index,
        kind: 'note' as const,
        rating: null,
        day: dayIn(website.timezone, Date.parse(happening.time)),
        created_at: happening.time,
      }));
      const named = own.map((one) => ({ ...one, text: textOf(one) }));
      return [...named, ...added.filter(({ day }) => days.from <= day && day <= days.to)].toSorted((a, b) =>
        b.time.localeCompare(a.time),
      );
    },
  };
};
