import { useLocation } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLongList } from '../../loading/listing.tsx';
import { useRemoval } from '../../loading/use-removal.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../loading/form.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { shownAddress } from '../../ui/shown-address.ts';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { ReportTabs, asAddress } from '../reports/report-tabs.tsx';
import { scheduleWords } from './site-schedule.tsx';

const MOST_PAGES = 10_000;

const StartCrawl = () => {
  const t = texts();
  const { route } = useLocation();
  const submission = useSubmit(async ({ url = '', max_pages = '500' }) => {
    const { id } = await platform.sites.create({ url: asAddress(url), max_pages: Number(max_pages) });
    route(`/console/sites/${id}`);
  });
  return (
    <Form class="inline" draft="crawl" submission={submission}>
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
      <button class="primary" disabled={submission.isBusy}>
        {t.report.crawl}
      </button>
      <Problem error={submission.error} />
    </Form>
  );
};

/** All crawls of whole sites, and the form for a new one. */
const Sites = () => {
  const t = texts();
  const loaded = useLongList('sites', () => platform.sites.list());
  const removal = useRemoval((id: number) => platform.sites.delete(id));
  return (
    <>
      <Heading title={t.report.sites} />
      <ReportTabs />
      {may('reports:write') && <StartCrawl />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.report.noSites}>
        {(sites) => (
          <Table
            label={t.report.sites}
            heads={[
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
                <td>
                  <a href={`/console/sites/${site.id}`}>{shownAddress(site.url)}</a>
                </td>
                <td>
                  {t.report.siteStates[site.status]}{' '}
                  {site.got_worse && <span class="badge warn">{t.site.gotWorse}</span>}
                </td>
                <td class="number">{site.score ?? ''}</td>
                <td class="number">{site.progress.done}</td>
                <td>{site.schedule === null ? '' : scheduleWords(site.schedule)}</td>
                <td>{formatTime(site.started_at ?? site.created_at)}</td>
                <td class="actions">
                  {may('reports:write') && (
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
        )}
      </Listing>
    </>
  );
};

export default Sites;
