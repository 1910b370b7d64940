import { useRoute } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { useLoad } from '../../loading/use-load.ts';
import { usePoll } from '../../loading/use-poll.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { ReportChecks } from './report-checks.tsx';
import { ReportHistory } from './report-history.tsx';
import { ReportResult } from './report-result.tsx';
import { ReportSchedule } from './report-schedule.tsx';
import { Running } from './running.tsx';

/** One report, in parts: its result, all checks, its history, its schedule, its links. */
const Report = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.report.tabs);
  const { data, error, reload } = useLoad(`report ${id}`, () => platform.reports.show(id));
  const isPending = data?.status === 'pending';
  usePoll(isPending, reload);
  const { act } = useAct();
  const problem = <Problem error={error} retry={reload} />;
  if (!data) return error === undefined ? <Skeleton lines={8} /> : problem;

  const again = async (): Promise<void> => {
    const { next_generation_at: next } = await platform.reports.update(id, { results: 1 });
    if (next && new Date(next) > new Date()) notify(t.reports.waitUntil(formatTime(next)));
    reload();
  };
  return (
    <>
      {problem}
      <Heading title={data.url}>
        <a class="button" href={data.report_url} target="_blank" rel="noopener">
          {t.reports.open}
        </a>
        {may('reports:write') && (
          <button
            type="button"
            disabled={isPending}
            onClick={() => {
              act(again);
            }}
          >
            {t.reports.again}
          </button>
        )}
      </Heading>
      {isPending && <Running since={data.updated_at} />}
      <p class="result" role="status">
        <ResultBadge result={data.result} status={data.status} />
        {data.score !== null && <strong>{data.score}</strong>}
        {data.error_message !== null && <span class="wrong">{data.error_message}</span>}
        {data.generated_at && <span class="quiet">{formatTime(data.generated_at)}</span>}
      </p>
      <Tabs label={data.url} tabs={tabs} />
      {current === 'result' && <ReportResult report={data} />}
      {current === 'checks' && <ReportChecks report={data} />}
      {current === 'history' && <ReportHistory key={data.run_id} id={id} />}
      {current === 'schedule' && <ReportSchedule id={id} url={data.url} />}
      {current === 'links' && (
        <ShareLinks
          of={`report ${id}`}
          list={() => platform.reports.links.list(id).all()}
          create={(link) => platform.reports.links.create(id, link)}
          end={(link) => platform.reports.links.delete(id, link)}
          mayChange={may('reports:write')}
        />
      )}
    </>
  );
};

export default Report;
