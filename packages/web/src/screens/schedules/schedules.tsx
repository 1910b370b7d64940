import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownAddress } from '../../ui/address.ts';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { ReportTabs, ScheduleRecipients, scheduleWords } from '../reports/report-parts.tsx';
import { Heading } from '../screen.tsx';

const readSchedules = async () => {
  const [schedules, reports] = await Promise.all([
    platform.schedules.list({ per_page: 100 }).all(),
    platform.reports.list({ per_page: 100 }).all(),
  ]);
  const urls = new Map(reports.map(({ id, url }) => [id, url]));
  return schedules.map((schedule) => ({
    ...schedule,
    url: shownAddress(urls.get(schedule.report_id) ?? String(schedule.report_id)),
  }));
};

/** Whole sites that are crawled by themselves; nothing where there are none. */
const SiteSchedules = () => {
  const t = texts();
  const { data, error, reload } = useLoad('site schedules', () =>
    platform.sites.list({ scheduled: 1, per_page: 100 }).all(),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h2>{t.report.sites}</h2>
      <Table
        label={t.report.sites}
        heads={[t.report.siteUrl, t.report.frequency, t.report.next, t.report.last]}
      >
        {data.map(
          ({ id, url, schedule }) =>
            schedule !== null && (
              <tr key={id}>
                <td>
                  <a href={`/console/sites/${id}?tab=schedule`}>{shownAddress(url)}</a>
                </td>
                <td>
                  {scheduleWords(schedule)}
                  <br />
                  <ScheduleRecipients schedule={schedule} />
                </td>
                <td class="whole">{formatTime(schedule.next_at)}</td>
                <td class="whole">{schedule.last_at ? formatTime(schedule.last_at) : t.never}</td>
              </tr>
            ),
        )}
      </Table>
    </section>
  );
};

/** All reports and sites that repeat by themselves. */
const Schedules = () => {
  const t = texts();
  const { isBusy, act } = useAct();
  const loaded = useLoad('schedules', readSchedules);
  const removal = useRemoval('schedules', (id: number) => platform.schedules.delete(id));
  const selection = useSelection(loaded.data?.filter(removal.isShown) ?? []);
  const mayChange = may('reports:write');
  return (
    <>
      <Heading title={t.report.schedules} />
      <ReportTabs />
      {mayChange && <BulkDelete selection={selection} removal={removal} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.report.noSchedules}>
        {(schedules) => (
          <Table
            label={t.report.schedules}
            heads={[
              ...(mayChange ? [''] : []),
              t.reports.url,
              t.report.frequency,
              t.report.next,
              t.report.last,
              '',
            ]}
          >
            {schedules.map((schedule) => (
              <tr key={schedule.id}>
                {mayChange && (
                  <td>
                    <Pick selection={selection} item={schedule} name={schedule.url} />
                  </td>
                )}
                <td>
                  <a href={`/console/reports/${schedule.report_id}`}>{schedule.url}</a>
                </td>
                <td>
                  {scheduleWords(schedule)}
                  <br />
                  <ScheduleRecipients schedule={schedule} />
                </td>
                <td class="whole">{formatTime(schedule.next_at)}</td>
                <td class="whole">{schedule.last_at ? formatTime(schedule.last_at) : t.never}</td>
                <td class="actions">
                  {mayChange && (
                    <>
                      <button
                        type="button"
                        data-once
                        disabled={isBusy}
                        aria-label={`${t.report.runNow}: ${schedule.url}`}
                        onClick={() => {
                          act(async () => {
                            await platform.schedules.run(schedule.id);
                            notify(t.report.started);
                            loaded.reload();
                          });
                        }}
                      >
                        {t.report.runNow}
                      </button>
                      <RemoveButton
                        name={schedule.url}
                        onRemove={() => {
                          removal.remove(schedule.id, schedule.url);
                        }}
                      />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <SiteSchedules />
    </>
  );
};

export default Schedules;
