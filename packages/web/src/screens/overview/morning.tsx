import './overview.css';

import type { Output } from '@platform/client';
import type { ComponentChildren } from 'preact';

import { formatNumber, formatShare, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { language } from '../../i18n/spoken.ts';
import { useLoad } from '../../loading/load.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownDomain } from '../../ui/address.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { WorseReports } from './overview-reports.tsx';

/** A day whose visitors are far from those of the same weekday before. */
interface UnusualDay {
  visitors: number;
  /** The middle of what the same weekday had. */
  usual: number;
}

const WEEK = 7;
/** Fewer weeks than this say nothing about what is usual. */
const FEWEST_WEEKS = 2;
/** Below it, a few people more or less are chance. */
const FEWEST_VISITORS = 20;
/** Counts scatter by their square root: further away than three of these is no chance. */
const DEVIATIONS = 3;
const SHARE = 0.25;
/** How much further than the furthest of the weeks before. */
const BEYOND = 1.5;

const middleOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
};

/**
 * Compares the day before today with the same weekdays before it.
 * @param days visitors of each day up to today
 * @returns undefined when the day is as usual, or too little is known
 */
const unusualYesterday = (days: readonly number[]): UnusualDay | undefined => {
  const yesterday = days.length - 2;
  // A website that was added last week had no visitors before, which isn't usual.
  const first = days.findIndex((visitors) => visitors > 0);
  const before: number[] = [];
  for (let day = yesterday - WEEK; first >= 0 && day >= first; day -= WEEK) before.push(days[day] ?? 0);
  const visitors = days[yesterday];
  if (visitors === undefined || before.length < FEWEST_WEEKS) return undefined;
  const usual = middleOf(before);
  const scatter = Math.max(...before.map((value) => Math.abs(value - usual)));
  const far = Math.max(DEVIATIONS * Math.sqrt(Math.max(1, usual)), SHARE * usual, BEYOND * scatter);
  const isUnusual = Math.max(visitors, usual) >= FEWEST_VISITORS && Math.abs(visitors - usual) > far;
  return isUnusual ? { visitors, usual } : undefined;
};

const DAY_MILLISECONDS = 86_400_000;

interface CardProps {
  title: string;
  icon: IconName;
  tone: 'good' | 'bad' | 'warn';
  children: ComponentChildren;
}

const Card = ({ title, icon, tone, children }: CardProps) => (
  <section class={`signal ${tone}`}>
    <h2 class="small">
      <Icon name={icon} />
      {title}
    </h2>
    <ul>{children}</ul>
  </section>
);

interface SeenWebsite {
  id: number;
  domain: string;
  /** Visitors of each day up to today; undefined where the session may not see them. */
  days: readonly number[] | undefined;
}

/** The weekday of yesterday, as in "on Wednesdays". */
const weekdayOfYesterday = (): string =>
  new Intl.DateTimeFormat(language.value, { weekday: 'long' }).format(Date.now() - DAY_MILLISECONDS);

const unusualOf = (websites: readonly SeenWebsite[]) =>
  websites.flatMap(({ id, domain, days }) => {
    const day = days && unusualYesterday(days);
    return day ? [{ id, domain, ...day }] : [];
  });

/** Websites whose visitors were far from those of the same weekday before. */
const UnusualTraffic = ({ websites }: { websites: ReturnType<typeof unusualOf> }) => {
  const t = texts().overview;
  if (websites.length === 0) return null;
  const isFall = websites.some(({ visitors, usual }) => visitors < usual);
  return (
    <Card title={t.unusual} icon={isFall ? 'fall' : 'rise'} tone={isFall ? 'bad' : 'good'}>
      {websites.map(({ id, domain, visitors, usual }) => (
        <li key={id}>
          <a href={`/console/websites/${id}?period=yesterday`}>{shownDomain(domain)}</a>{' '}
          <strong>{t.visitorsYesterday(visitors, formatNumber(visitors))}</strong>{' '}
          <span class="quiet">{t.usually(formatNumber(usual), weekdayOfYesterday())}</span>
        </li>
      ))}
    </Card>
  );
};

/** Websites whose goals are looked at: those with the most visitors. */
const WITH_GOALS = 5;

interface ReachedGoal {
  website: number;
  domain: string;
  name: string;
  conversions: number;
}

const readGoals = async (websites: readonly SeenWebsite[]): Promise<ReachedGoal[]> => {
  const found = await Promise.all(
    websites.slice(0, WITH_GOALS).map(async ({ id, domain }) => {
      const goals = await platform.websites.goals.list(id, { date_range: 'yesterday' });
      return goals
        .filter(({ conversions }) => conversions > 0)
        .map(({ name, conversions }) => ({ website: id, domain, name, conversions }));
    }),
  );
  return found.flat().toSorted((a, b) => b.conversions - a.conversions);
};

const SHOWN_GOALS = 6;

const ReachedGoals = ({ goals }: { goals: readonly ReachedGoal[] }) => {
  const t = texts().overview;
  if (goals.length === 0) return null;
  return (
    <Card title={t.goals} icon="goal" tone="good">
      {goals.slice(0, SHOWN_GOALS).map(({ website, domain, name, conversions }) => (
        <li key={`${website} ${name}`}>
          <a href={`/console/websites/${website}?tab=goals`}>{name}</a>{' '}
          <strong>{formatNumber(conversions)}</strong> <span class="quiet">{shownDomain(domain)}</span>
        </li>
      ))}
    </Card>
  );
};

type Export = Output<'tokens.list'>['items'][number];

const SHOWN_EXPORTS = 5;
const LOOKED_BACK_DAYS = 7;

/** Exports of the last days that failed. */
const readFailedExports = async (): Promise<readonly Export[]> => {
  const { items } = await platform.tokens.list({ status: 'failed', limit: SHOWN_EXPORTS });
  const from = Date.now() - LOOKED_BACK_DAYS * DAY_MILLISECONDS;
  return items.filter(({ created_at: at }) => Date.parse(at) >= from);
};

/** Where an export was made. */
export const sourceOf = ({ theme_id: theme, palette_id: palette }: Export): string =>
  theme === null ? `/console/palettes/${palette}` : `/console/themes/${theme}`;

const FailedExports = ({ exports }: { exports: readonly Export[] }) => {
  const t = texts().overview;
  if (exports.length === 0) return null;
  return (
    <Card title={t.failedExports} icon="file" tone="bad">
      {exports.map((item) => (
        <li key={item.id}>
          <a href={sourceOf(item)}>{item.filename ?? item.format}</a>{' '}
          <span class="quiet">{formatTime(item.created_at)}</span>
        </li>
      ))}
    </Card>
  );
};

type Quota = Output<'usage.list'>['quotas'][number];

const NEAR = 0.8;

const isNearItsEnd = ({ used, quota }: Quota): boolean => used >= NEAR * quota;

const NearQuotas = ({ quotas }: { quotas: readonly Quota[] }) => {
  const t = texts();
  if (quotas.length === 0) return null;
  const isUsedUp = quotas.some(({ used, quota }) => used >= quota);
  return (
    <Card title={t.overview.nearQuotas} icon="usage" tone={isUsedUp ? 'bad' : 'warn'}>
      {quotas.map(({ unit, used, quota }) => (
        <li key={unit}>
          <a href="/console/usage">{t.usage.units[unit]}</a>{' '}
          <strong>{formatShare(quota === 0 ? 1 : used / quota)}</strong>{' '}
          <span class="quiet">{t.usage.usedOf(formatNumber(used), formatNumber(quota))}</span>
        </li>
      ))}
    </Card>
  );
};

interface MorningProps {
  websites: readonly SeenWebsite[];
  worse: Output<'reports.list'>;
  quotas: readonly Quota[] | undefined;
}

/**
 * Things to look at first: traffic beyond the usual, reports that got worse, goals that
 * were reached, exports that failed, quotas near their end; or the word that all is as usual.
 */
export const Morning = ({ websites, worse, quotas = [] }: MorningProps) => {
  const t = texts().overview;
  const goals = useLoad(`goals of ${websites.map(({ id }) => id).join()}`, async () =>
    may('stats:read') && may('websites:read') ? readGoals(websites) : [],
  );
  const failed = useLoad('failed exports', async () => (may('tokens:read') ? readFailedExports() : []));
  const unusual = unusualOf(websites);
  const near = quotas.filter(isNearItsEnd);
  const isLoaded = goals.data !== undefined && failed.data !== undefined;
  const isQuiet = isLoaded && [unusual, worse, failed.data, near].every(({ length }) => length === 0);
  return (
    <>
      <Problem
        error={goals.error ?? failed.error}
        retry={goals.error === undefined ? failed.reload : goals.reload}
      />
      {isQuiet && (
        <p class="all-quiet">
          <Icon name="done" />
          {t.quiet}
        </p>
      )}
      <div class="signals">
        <UnusualTraffic websites={unusual} />
        {worse.length > 0 && (
          <Card title={t.worse} icon="warning" tone="bad">
            <WorseReports reports={worse} />
          </Card>
        )}
        <FailedExports exports={failed.data ?? []} />
        <NearQuotas quotas={near} />
        <ReachedGoals goals={goals.data ?? []} />
      </div>
    </>
  );
};
