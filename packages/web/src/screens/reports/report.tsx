import type { Item, Output } from '@platform/client';
import { useRoute } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';

import { formatClock, formatNumber, formatTime } from '../../i18n/format.ts';
import { LANGUAGE_NAMES, texts } from '../../i18n/language.ts';
import { language as spoken } from '../../i18n/spoken.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad, useLongList } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import { CheckDetails } from '../../report/finding.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownAddress } from '../../ui/address.ts';
import { Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { ScoreGauge } from '../../ui/score-gauge.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading, NoRecord } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';
import {
  isAsShown,
  ReportShare,
  ScheduleRecipients,
  ScheduleTimesFields,
  scheduleWords,
  timesIn,
} from './report-parts.tsx';
import { ReportResult } from './report-result.tsx';
import { RunComparison, SinceLastTime } from './run-comparison.tsx';

type Run = Item<'reports.runs.list'>;

const Trend = ({ runs }: { runs: readonly Run[] }) => {
  const t = texts().report;
  const scores = runs.flatMap(({ score }) => (score === null ? [] : [score])).toReversed();
  if (scores.length < 2) return null;
  const words = t.trendOf(scores.map((score) => formatNumber(score)).join(', '));
  return (
    <section>
      <h2>{t.trend}</h2>
      <Sparkline values={scores} label={words} />
    </section>
  );
};

/** All runs of a report: the trend of the score, and what changed with each run. */
export const ReportHistory = ({ id, picture }: { id: number; picture: string | undefined }) => {
  const t = texts();
  const { filter, setFilters } = useFilters();
  const chosen = Number(filter('run'));
  const loaded = useLongList(`runs ${id}`, () => platform.reports.runs.list(id));
  return (
    <Listing loaded={loaded} empty={t.report.noRuns}>
      {(runs) => (
        <>
          <Trend runs={runs} />
          <Table
            label={t.report.runs}
            heads={[t.reports.generated, t.reports.result, { title: t.reports.score, isNumber: true }, '']}
          >
            {runs.map((run, index) => (
              <tr key={run.id}>
                <td class="whole">{formatTime(run.finished_at)}</td>
                <td>
                  <ResultBadge result={run.result} status={run.status} /> {run.error_message}
                </td>
                <td>{run.score ?? ''}</td>
                <td class="actions">
                  {index < runs.length - 1 && run.status === 'generated' && (
                    <button
                      type="button"
                      aria-pressed={run.id === chosen}
                      onClick={() => {
                        setFilters({ run: run.id === chosen ? '' : String(run.id), against: '' });
                      }}
                    >
                      {t.report.compare}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          <RunComparison id={id} runs={runs} picture={picture} />
        </>
      )}
    </Listing>
  );
};

/** When a report is generated again by itself, and who hears that it got worse. */
export const ReportSchedule = ({ id, url }: { id: number; url: string }) => {
  const t = texts();
  const { data, error, reload } = useLoad(`schedule ${id}`, async () => {
    const [found] = (await platform.schedules.list({ report_id: id })).items;
    return { seen: found && (await versioned(platform.schedules.show(found.id))) };
  });
  const [tag, setTag] = useState<string | undefined>(undefined);
  useEffect(() => {
    setTag(data?.seen?.tag);
  }, [data]);
  const removal = useRemoval('schedules', (one: number) => platform.schedules.delete(one));
  // One that is being deleted gives way to another.
  const seen = data?.seen && removal.isShown(data.seen.record) ? data.seen : undefined;
  const schedule = seen?.record;
  const submission = useSubmit(async (fields) => {
    const times = timesIn(fields);
    const settings = {
      // One that was made without a weekday keeps its time as long as the form still says what it said at first.
      ...(schedule !== undefined && isAsShown(times, schedule) ? {} : times),
      language: fields['language'] === 'de' ? 'de' : 'en',
      email_recipients: fields['email_recipients'] ?? '',
    } as const;
    if (schedule === undefined) await platform.schedules.create({ report_id: id, ...settings });
    else
      await changeVersion(
        tag,
        (options) => platform.schedules.update(schedule.id, settings, options),
        async () => {
          setTag((await versioned(platform.schedules.show(schedule.id))).tag);
        },
      );
    notify(t.saved);
    reload();
  });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  return (
    <>
      {schedule === undefined ? (
        <p class="empty">{t.report.noSchedule}</p>
      ) : (
        <p class="result">
          <strong>{scheduleWords(schedule)}</strong> {t.report.nextAt(formatTime(schedule.next_at))}
          <ScheduleRecipients schedule={schedule} />
          {may('reports:write') && (
            <RemoveButton
              name={scheduleWords(schedule)}
              onRemove={() => {
                removal.remove(schedule.id, url);
              }}
            />
          )}
        </p>
      )}
      {may('reports:write') && (
        <Form
          key={schedule?.id ?? 'new'}
          draft="report-schedule"
          isChange={schedule !== undefined}
          basis={seen?.tag}
          submission={submission}
        >
          <ScheduleTimesFields times={schedule} errorOf={submission.errorOf} />
          <TextArea
            label={t.report.recipients}
            hint={t.report.recipientsHint}
            name="email_recipients"
            rows={3}
            defaultValue={schedule?.email_recipients ?? ''}
            error={submission.errorOf('email_recipients')}
          />
          <Select
            label={t.report.mailLanguage}
            name="language"
            chosen={schedule?.language ?? spoken.value}
            options={Object.entries(LANGUAGE_NAMES)}
          />
          <button class="primary" disabled={submission.isBusy}>
            {schedule === undefined ? t.report.schedule : t.site.save}
          </button>
          <Refusal submission={submission} />
        </Form>
      )}
    </>
  );
};

type ReportRecord = Output<'reports.show'>;

/** The most important first. */
const IMPORTANCES = ['critical', 'high', 'medium', 'low', 'informative'] as const;
const STATUSES = ['fail', 'warn', 'pass', 'info', 'not_applicable', 'error'] as const;

/** All checks by importance, filtered by category and result. */
export const ReportChecks = ({ report }: { report: ReportRecord }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const [category, status] = [filter('category'), filter('status')];
  const found = report.checks.filter(
    (check) => (category === '' || check.category === category) && (status === '' || check.status === status),
  );
  return (
    <>
      <div class="filters">
        <Select
          label={t.report.category}
          chosen={category}
          options={[['', t.reports.any], ...report.categories.map(({ id, title }) => [id, title] as const)]}
          onChange={(event) => {
            setFilter('category', event.currentTarget.value);
          }}
        />
        <Select
          label={t.reports.result}
          chosen={status}
          options={[['', t.reports.any], ...STATUSES.map((one) => [one, t.report.statuses[one]] as const)]}
          onChange={(event) => {
            setFilter('status', event.currentTarget.value);
          }}
        />
      </div>
      <p role="status">{t.report.found(found.length)}</p>
      {IMPORTANCES.map((importance) => {
        const checks = found.filter((check) => check.importance === importance);
        return (
          checks.length > 0 && (
            <section key={importance}>
              <h2 class="capital">{t.reports.importances[importance]}</h2>
              <ul class="problems">
                {checks.map((check) => (
                  <li key={check.id}>
                    <CheckDetails
                      check={check}
                      picture={report.screenshots?.phone}
                      status={t.report.statuses[check.status]}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </>
  );
};

const SECOND = 1_000;

/** How long a report has been running. */
export const Running = ({ since }: { since: string | undefined }) => {
  const t = texts();
  const [now, setNow] = useState(Date.now);
  const [begun] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, SECOND);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = Math.max(
    0,
    Math.round((now - (since === undefined ? begun : new Date(since).getTime())) / SECOND),
  );
  return (
    <p class="result">
      <progress aria-label={t.reports.running} /> <span role="status">{t.reports.running}</span>
      <span class="quiet">{t.report.seconds(seconds)}</span>
    </p>
  );
};

/** Says that a result is there, and how it compares, once a report that was running has one. */
const useAnnouncement = (report: ReportRecord | undefined): void => {
  const [running, setRunning] = useState<number | null>(null);
  useEffect(() => {
    if (report === undefined) return;
    if (report.status === 'pending') setRunning(report.id);
    else if (running === report.id) {
      setRunning(null);
      const { score, score_before: before, error_message: failure } = report;
      const change = before === null || score === null ? 0 : score - before;
      const signed = formatNumber(change, { signDisplay: 'exceptZero' });
      notify(failure ?? texts().report.isThere(score === null ? '–' : formatNumber(score), signed));
    }
  }, [report?.id, report?.status]);
};

/** One report, in parts: its result, all checks, its history, its schedule, its links. */
const Report = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.report.tabs);
  const loaded = useLoad(`report ${id}`, () => versioned(platform.reports.show(id)));
  const { error, reload } = loaded;
  const data = loaded.data?.record;
  const isPending = data?.status === 'pending';
  usePoll(isPending, reload);
  useAnnouncement(data);
  const { isBusy, act } = useAct();
  /** When the report runs again by itself, as it was asked for too early. */
  const [later, setLater] = useState<string | undefined>(undefined);
  const again = async (changes: { render?: 1 } = {}): Promise<void> => {
    const request = { headers: { Prefer: 'handling=strict, respond-async' } };
    onStart(await platform.reports.update(id, { ...changes, results: 1 }, request));
  };
  /** Follows a report that was asked to run again, or waits until it may. */
  const onStart = ({ status, next_generation_at: next }: ReportRecord): void => {
    const isEarly = status !== 'pending' && next !== null && new Date(next) > new Date();
    setLater(isEarly ? next : undefined);
    reload();
  };
  // By then the button that was pressed is no longer busy.
  const startAgain = useRef<() => void>(() => undefined);
  startAgain.current = () => {
    act(() => again());
  };
  useEffect(() => {
    if (later === undefined) return undefined;
    const timer = setTimeout(
      () => {
        startAgain.current();
      },
      new Date(later).getTime() - Date.now() + SECOND,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [later]);
  const problem = <Problem error={error} retry={reload} />;
  if (!data)
    return (
      <NoRecord error={error} retry={reload} list={{ title: t.reports.title, path: '/console/reports' }} />
    );

  return (
    <>
      {problem}
      <Heading title={shownAddress(data.url)}>
        <a class="button" href={data.report_url} target="_blank" rel="noopener">
          {t.reports.open}
        </a>
        {may('reports:write') && (
          <button
            type="button"
            disabled={isPending || isBusy}
            aria-busy={isBusy}
            onClick={() => {
              act(() => again());
            }}
          >
            {t.reports.again}
          </button>
        )}
        {may('reports:write') && data.render === 0 && (
          <button
            type="button"
            disabled={isPending || isBusy}
            onClick={() => {
              act(() => again({ render: 1 }));
            }}
          >
            {t.report.againInBrowser}
          </button>
        )}
      </Heading>
      {later !== undefined && !isPending && <p role="status">{t.reports.startsAt(formatClock(later))}</p>}
      {(isPending || isBusy) && <Running since={isPending ? data.updated_at : undefined} />}
      <p class="result" role="status">
        {data.score !== null && current !== 'result' && (
          <ScoreGauge score={data.score} result={data.result} size="large" />
        )}
        <ResultBadge result={data.result} status={data.status} />
        {data.error_message !== null && <span class="wrong">{data.error_message}</span>}
        {data.generated_at && <span class="quiet">{formatTime(data.generated_at)}</span>}
      </p>
      <Tabs label={shownAddress(data.url)} tabs={tabs} />
      {current === 'result' && !isPending && data.run_id !== null && data.score_before !== null && (
        <SinceLastTime key={data.run_id} id={id} run={data.run_id} />
      )}
      {current === 'result' && <ReportResult report={data} onStart={onStart} />}
      {current === 'checks' && <ReportChecks report={data} />}
      {current === 'history' && <ReportHistory key={data.run_id} id={id} picture={data.screenshots?.phone} />}
      {current === 'schedule' && <ReportSchedule id={id} url={data.url} />}
      {current === 'links' && <ReportShare report={data} tag={loaded.data.tag} onChanged={reload} />}
    </>
  );
};

export default Report;
