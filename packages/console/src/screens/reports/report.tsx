import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { ReportProblems } from './report-problems.tsx';

const POLL_MILLISECONDS = 1_500;

/** One report: its result, its categories, and what to mend first. */
const Report = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { data, error, reload } = useLoad(`report ${id}`, () => platform.reports.show(id));
  const isPending = data?.status === 'pending';
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(reload, POLL_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [isPending]);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton lines={8} />;

  const again = async (): Promise<void> => {
    const { next_generation_at: next } = await platform.reports.update(id, { results: 1 });
    if (next && new Date(next) > new Date()) notify(t.reports.waitUntil(formatTime(next)));
    reload();
  };
  return (
    <>
      <Heading title={data.url}>
        <a class="button" href={data.report_url} target="_blank" rel="noreferrer">
          {t.reports.open}
        </a>
        {may('reports:write') && (
          <button
            type="button"
            disabled={isPending}
            onClick={() => {
              again().catch((failure: unknown) =>
                notify(failure instanceof Error ? failure.message : t.failed),
              );
            }}
          >
            {t.reports.again}
          </button>
        )}
      </Heading>
      <p class="result" role="status">
        <ResultBadge result={data.result} status={data.status} />
        {data.score !== null && <strong>{data.score}</strong>}
        {isPending && t.reports.running}
        {data.error_message !== null && <span class="wrong">{data.error_message}</span>}
        {data.generated_at && <span class="quiet">{formatTime(data.generated_at)}</span>}
      </p>
      <ul class="cards">
        {data.categories.map((category) => (
          <li key={category.id}>
            <h2 class="small">{category.title}</h2>
            <p>
              <strong>{category.score ?? '–'}</strong>{' '}
              <span class="quiet">{t.reports.passed(category.passed)}</span>
            </p>
          </li>
        ))}
      </ul>
      {data.checks.length > 0 && <ReportProblems checks={data.checks} />}
    </>
  );
};

export default Report;
