import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoadOver, useLongList } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownAddress } from '../../ui/address.ts';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { itemsOf, Pager, usePage } from '../pager.tsx';
import { ReportTabs, ScheduleRecipients, scheduleWords } from '../reports/report-parts.tsx';
import { Heading } from '../screen.tsx';

/** Whole sites that are crawled by themselves; nothing where there are none. */
const SiteSchedules = () => {
  const t = texts();
  const { data, error, reload, more } = useLongList('site schedules', () =>
    platform.sites.list({ scheduled: 1 }),
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
      {more && (
        <button type="button" onClick={more}>
          {t.more}
        </button>
      )}
    </section>
  );
};

/** All reports and sites that repeat by themselves. */
const Schedules = () => {
  const t = texts();
  const { isBusy, act } = useAct();
  const { page, per_page } = usePage();
  const { data, error, reload } = useLoadOver(`schedules ${page} ${per_page}`, () =>
    platform.schedules.list({ page, per_page }),
  );
  const removal = useRemoval('schedules', (id: number) => platform.schedules.delete(id));
  const selection = useSelection(data?.items.filter(removal.isShown) ?? []);
  const mayChange = may('reports:write');
  return (
    <>
      <Heading title={t.report.schedules} />
      <ReportTabs />
      {mayChange && <BulkDelete selection={selection} removal={removal} />}
      <Listing
        loaded={{ data: itemsOf(data), error, reload }}
        isShown={removal.isShown}
        empty={t.report.noSchedules}
      >
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
            {schedules.map((schedule) => {
              const url = shownAddress(schedule.url);
              return (
                <tr key={schedule.id}>
                  {mayChange && (
                    <td>
                      <Pick selection={selection} item={schedule} name={url} />
                    </td>
                  )}
                  <td>
                    <a href={`/console/reports/${schedule.report_id}`}>{url}</a>
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
                          aria-label={`${t.report.runNow}: ${url}`}
                          onClick={() => {
                            act(async () => {
                              await platform.schedules.run(schedule.id);
                              notify(t.report.started);
                              reload();
                            });
                          }}
                        >
                          {t.report.runNow}
                        </button>
                        <RemoveButton
                          name={url}
                          onRemove={() => {
                            removal.remove(schedule.id, url);
                          }}
                        />
                      </>
                    )}
                  </td>
                </tr>
              );
            })}
          </Table>
        )}
      </Listing>
      <Pager meta={data?.meta} />
      <SiteSchedules />
    </>
  );
};

export default Schedules;
