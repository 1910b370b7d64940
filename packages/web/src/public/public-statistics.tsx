import { useEffect, useMemo, useState } from 'preact/hooks';

import { usePoll } from '../loading/timing.ts';
import { rollupTexts } from '../i18n/rollup.ts';
import { RollupParts } from '../statistics/rollup-parts.tsx';
import type { RollupSource } from '../statistics/rollup-source.ts';
import { Statistics } from '../statistics/statistics.tsx';
import type { StatisticsSource } from '../statistics/source.ts';
import type { KnownAnswers } from '../statistics/use-answer.ts';
import { parseView } from '../statistics/view.ts';
import type { View } from '../statistics/view.ts';
import { Notices } from '../ui/notices.tsx';
import { addressOf } from './addresses.ts';
import type { StatisticsSite } from '@platform/pages/contract';
import { publicTexts } from '../i18n/public-pages.ts';

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

/** What a group's page shows in the place of a single website's parts. */
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
