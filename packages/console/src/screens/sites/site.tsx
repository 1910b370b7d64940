import { useRoute } from 'preact-iso';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { useLoad } from '../../loading/use-load.ts';
import { usePoll } from '../../loading/use-poll.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { SitePages } from './site-pages.tsx';
import { SiteProblems } from './site-problems.tsx';

/** One crawl: its progress, what is wrong across the site, and its pages. */
const Site = () => {
  const t = texts().report;
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.siteTabs);
  const { data, error, reload } = useLoad(`site ${id}`, () => platform.sites.show(id));
  const isMoving = data?.status === 'pending' || data?.status === 'running';
  usePoll(isMoving, reload);
  const { isBusy, act } = useAct();
  const problem = <Problem error={error} retry={reload} />;
  if (!data) return error === undefined ? <Skeleton lines={8} /> : problem;
  const { found, done } = data.progress;
  return (
    <>
      {problem}
      <Heading title={data.url}>
        {isMoving && may('reports:write') && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => {
              act(async () => {
                await platform.sites.cancel(id);
                reload();
              });
            }}
          >
            {t.cancel}
          </button>
        )}
      </Heading>
      <p class="result" role="status">
        <strong>{t.siteStates[data.status]}</strong>
        {isMoving && <progress value={done} max={Math.max(1, found)} aria-label={t.pages} />}
        {t.pagesDone(formatNumber(done), formatNumber(found))}
        {data.error_message !== null && <span class="wrong">{data.error_message}</span>}
      </p>
      <Tabs label={data.url} tabs={tabs} />
      {/* What is new is read when the crawl has come further. */}
      {current === 'problems' && <SiteProblems key={data.status} id={id} />}
      {current === 'pages' && <SitePages key={data.status} id={id} />}
    </>
  );
};

export default Site;
