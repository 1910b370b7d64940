import type { Ask, StatisticsSite } from '@platform/pages/contract';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { publicTexts } from '../i18n/public-pages.ts';
import { rollupTexts } from '../i18n/rollup.ts';
import { usePoll } from '../loading/timing.ts';
import { RollupParts } from '../statistics/rollup-parts.tsx';
import type { RollupSource } from '../statistics/rollup-source.ts';
import type { Answer, Days, Scope, StatisticsSource, World } from '../statistics/source.ts';
import { Statistics } from '../statistics/statistics.tsx';
import type { KnownAnswers } from '../statistics/use-answer.ts';
import { parseView, viewText } from '../statistics/view.ts';
import type { View } from '../statistics/view.ts';
import { Notices } from '../ui/notices.tsx';

const scoped = (days: Days, { filters, segment }: Scope) => ({
  ...days,
  ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
  ...(segment !== undefined && { segment }),
});

/** The statistics of a public page: its service asks itself, the page asks its service. */
export const createPageSource = (
  ask: Ask,
  files: Pick<StatisticsSource, 'csv'> & { world(): Promise<World> },
): StatisticsSource => {
  const answer = <Data,>(question: string, input: object = {}): Promise<Data> =>
    ask(question, input) as Promise<Data>;
  return {
    query: (question) => answer('query', question),
    live: () => answer('realtime'),
    properties: (days, scope) => answer('properties', scoped(days, scope)),
    segments: () => answer('segments'),
    annotations: (days) => answer('annotations', days),
    imported: () => answer('imported'),
    goals: (days, scope) => answer('goals', scoped(days, scope)),
    funnels: (days, scope) => answer('funnels', scoped(days, scope)),
    journeys: (page, days, scope) => answer('journeys', { ...scoped(days, scope), page }),
    returns: (days, scope) => answer('returns', scoped(days, scope)),
    vitals: (days, scope, dimension) => answer('vitals', { ...scoped(days, scope), dimension }),
    saveSegment: undefined,
    ...files,
  };
};

const nothing = (): Promise<readonly never[]> => Promise.resolve([]);

/** The statistics of a group's page: what belongs to one website isn't there. */
export const createGroupPageSource = (
  ask: Ask,
  files: Pick<StatisticsSource, 'csv'> & { world(): Promise<World> },
): Omit<RollupSource, 'forget'> => ({
  ...createPageSource(ask, files),
  byWebsite: (question) => ask('query', { ...question, dimensions: ['website'] }) as Promise<Answer>,
  properties: nothing,
  segments: nothing,
  annotations: nothing,
  imported: nothing,
  goals: nothing,
  funnels: nothing,
});

/** Parameters of an address that are not the view's, and hold for every address of the page. */
const KEPT = ['access', 'lang'] as const;

/** The parameters of an address that others repeat: `access=…&lang=de`, or empty. */
export const keptOf = (search: string, names: readonly (typeof KEPT)[number][] = KEPT): string => {
  const all = new URLSearchParams(search);
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = all.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
};

/** The address of a view, below that of the page. */
export const addressOf = (view: View, kept: string): string => {
  const text = viewText(view);
  if (kept === '') return text === '' ? '?' : text;
  return text === '' ? `?${kept}` : `${text}&${kept}`;
};

const WAITING_MILLISECONDS = 3_000;

/** A website without traffic: how to begin. The page begins anew when the first visit arrives. */
const Beginning = ({ site, hasTraffic }: { site: StatisticsSite; hasTraffic: () => Promise<boolean> }) => {
  const t = publicTexts();
  const look = async (): Promise<void> => {
    if (await hasTraffic()) location.reload();
  };
  usePoll(
    true,
    () => {
      // The next round tries again.
      look().catch(() => undefined);
    },
    WAITING_MILLISECONDS,
  );
  return (
    <div class="beginning">
      <p>
        {t.noVisit[0]}
        <code>&lt;head&gt;</code>
        {t.noVisit[1]}
      </p>
      <pre>
        <code>{site.trackingCode}</code>
      </pre>
      <p class="waiting" role="status">
        {t.waiting}
      </p>
    </div>
  );
};

/** Parts that a group's page shows in place of a single website's. */
const partsOf = ({ websites }: StatisticsSite, source: PublicStatisticsProps['source']) => {
  if (!websites || !('byWebsite' in source)) return {};
  const paths = new Map(websites.map(({ domain, path }) => [domain, path]));
  return {
    parts: () => <RollupParts source={source} hrefOf={(domain) => paths.get(domain)} />,
    empty: () => <p class="beginning">{rollupTexts().empty}</p>,
  };
};

interface PublicStatisticsProps {
  readonly site: StatisticsSite;
  readonly source: StatisticsSource | Omit<RollupSource, 'forget'>;
  readonly known: KnownAnswers;
  readonly view: View;
  readonly kept: string;
  readonly hasTraffic: () => Promise<boolean>;
}

/** The statistics on a page of their own, whose address is the view. */
export const PublicStatistics = ({
  site,
  source,
  known,
  view: first,
  kept,
  hasTraffic,
}: PublicStatisticsProps) => {
  const [view, setView] = useState(first);
  useEffect(() => {
    const back = (): void => {
      setView(parseView(location.search));
    };
    addEventListener('popstate', back);
    return () => {
      removeEventListener('popstate', back);
    };
  }, []);
  const hrefOf = useMemo(() => (to: View) => addressOf(to, kept), [kept]);
  return (
    <>
      <Statistics
        source={source}
        known={known}
        view={view}
        hrefOf={hrefOf}
        show={(next, { replace = false } = {}) => {
          history[replace ? 'replaceState' : 'pushState'](null, '', site.path + hrefOf(next));
          setView(next);
        }}
        empty={() => <Beginning site={site} hasTraffic={hasTraffic} />}
        {...partsOf(site, source)}
      />
      <Notices />
    </>
  );
};
