import { useLocation } from 'preact-iso';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { language } from '../../i18n/spoken.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoadOver } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { asAddress, shownAddress } from '../../ui/address.ts';
import { Checkbox, Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { failureText } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { ReportTabs, scheduleWords } from '../reports/report-parts.tsx';
import { Pager, usePage } from '../pager.tsx';
import { Heading } from '../screen.tsx';

const MOST_PAGES = 10_000;

/** Crawls a site on this weekday from now on; the crawl's own schedule tab shows and changes it. */
const repeatWeekly = async (id: number): Promise<void> => {
  try {
    const { next_at: next } = await platform.sites.schedule.update(id, {
      frequency: 'weekly',
      // Monday is 1, Sunday 7.
      weekday: new Date().getDay() || 7,
      hour: 6,
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      email: 1,
      language: language.value,
    });
    notify(texts().site.nextAt(formatTime(next)));
  } catch (error) {
    notify(failureText(error));
  }
};

const StartCrawl = () => {
  const t = texts();
  const { route } = useLocation();
  const submission = useSubmit(async ({ url = '', max_pages = '500', weekly }) => {
    const { id } = await platform.sites.create({ url: asAddress(url), max_pages: Number(max_pages) });
    route(`/console/sites/${id}`);
    if (weekly !== undefined) await repeatWeekly(id);
  });
  return (
    <Form class="inline" draft="crawl" isFirst submission={submission}>
      <Field
        label={t.report.siteUrl}
        name="url"
        inputMode="url"
        placeholder="https://shop.example/"
        error={submission.errorOf('url')}
        required
      />
      <Field
        label={t.report.maxPages}
        name="max_pages"
        type="number"
        min={1}
        max={MOST_PAGES}
        defaultValue="500"
        error={submission.errorOf('max_pages')}
      />
      <Checkbox label={t.site.weekly} name="weekly" defaultChecked={false} />
      <button class="primary" disabled={submission.isBusy}>
        {t.report.crawl}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** All crawls of whole sites, and the form for a new one. */
const Sites = () => {
  const t = texts();
  const { page, per_page } = usePage();
  const { data, error, reload, isOld } = useLoadOver(`sites ${page} ${per_page}`, () =>
    platform.sites.list({ page, per_page }),
  );
  const isBehind = data !== undefined && data.items.length === 0 && data.meta.total > 0;
  const removal = useRemoval('sites', (id: number) => platform.sites.delete(id));
  const selection = useSelection(data?.items.filter(removal.isShown) ?? []);
  const mayChange = may('reports:write');
  return (
    <>
      <Heading title={t.report.sites} />
      <ReportTabs />
      {mayChange && <StartCrawl />}
      {mayChange && <BulkDelete selection={selection} removal={removal} />}
      <Listing
        loaded={{ data: isBehind ? undefined : data?.items, error, reload }}
        isShown={removal.isShown}
        empty={t.report.noSites}
      >
        {(sites) => (
          <div aria-busy={isOld}>
            <Table
              label={t.report.sites}
              heads={[
                ...(mayChange ? [''] : []),
                t.report.siteUrl,
                t.report.state,
                { title: t.site.score, isNumber: true },
                { title: t.report.pages, isNumber: true },
                t.site.schedule,
                t.report.begun,
                '',
              ]}
            >
              {sites.map((site) => (
                <tr key={site.id}>
                  {mayChange && (
                    <td>
                      <Pick selection={selection} item={site} name={shownAddress(site.url)} />
                    </td>
                  )}
                  <td>
                    <a href={`/console/sites/${site.id}`}>{shownAddress(site.url)}</a>
                  </td>
                  <td>
                    {t.report.siteStates[site.status]}{' '}
                    {site.got_worse && <span class="badge warn">{t.site.gotWorse}</span>}
                  </td>
                  <td class="number">{site.score ?? ''}</td>
                  <td class="number">{formatNumber(site.progress.done)}</td>
                  <td>{site.schedule === null ? '' : scheduleWords(site.schedule)}</td>
                  <td class="whole">{formatTime(site.started_at ?? site.created_at)}</td>
                  <td class="actions">
                    {mayChange && (
                      <RemoveButton
                        name={shownAddress(site.url)}
                        onRemove={() => {
                          removal.remove(site.id, shownAddress(site.url));
                        }}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          </div>
        )}
      </Listing>
      <Pager meta={data?.meta} />
    </>
  );
};

export default Sites;
