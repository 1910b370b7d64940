import { useLocation } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { language } from '../../i18n/spoken.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../loading/form.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { shownDomain } from '../../ui/shown-address.ts';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { Pager, usePage } from '../pager.tsx';
import { useFilters, useSorting } from '../use-filters.ts';

const AddWebsite = () => {
  const t = texts();
  const { route } = useLocation();
  const submission = useSubmit(async ({ domain = '' }) => {
    const { id } = await platform.websites.create({ domain, language: language.value });
    route(`/console/websites/${id}`);
  });
  return (
    <Form class="inline" draft="website" submission={submission}>
      <Field
        label={t.websites.domain}
        name="domain"
        placeholder={t.websites.domainHint}
        error={submission.errorOf('domain')}
        required
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.websites.add}
      </button>
      <Problem error={submission.error} />
    </Form>
  );
};

/** All websites, and the form for a new one. */
const Websites = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const search = filter('search');
  const { page, per_page } = usePage();
  const sorting = useSorting(['domain', 'id'], { by: 'domain', direction: 'asc' });
  const { by, direction } = sorting;
  const { data, error, reload } = useLoad(`websites ${search} ${page} ${per_page} ${by} ${direction}`, () =>
    platform.websites.list({ search, page, per_page, sort_by: by, sort: direction }),
  );
  const removal = useRemoval((id: number) => platform.websites.delete(id));
  const items = data?.items.filter(removal.isShown);
  const selection = useSelection(items ?? []);
  const mayChange = may('websites:write');
  // A page behind the last one has no items, although there are some.
  const isEmpty = data && items?.length === 0 && data.meta.total <= data.items.length;
  return (
    <>
      <Heading title={t.websites.title} />
      {mayChange && <AddWebsite />}
      <SearchField
        label={t.search}
        value={search}
        onSearch={(text) => {
          setFilter('search', text);
        }}
      />
      {data && data.meta.total > 1 && search === '' && may('stats:read') && (
        <p>
          <a href="/console/websites/together">{t.websites.together}</a>
        </p>
      )}
      <Problem error={error} retry={reload} />
      {!items && error === undefined && <Skeleton />}
      {isEmpty && <Empty>{search === '' ? t.websites.empty : t.websites.noMatch}</Empty>}
      {items && mayChange && <BulkDelete selection={selection} removal={removal} />}
      {items && items.length > 0 && (
        <Table
          label={t.websites.title}
          heads={[
            ...(mayChange ? [''] : []),
            { title: t.websites.domain, sortBy: 'domain' },
            t.websites.privacy,
            { title: t.websites.created, sortBy: 'id' },
            '',
          ]}
          sorting={sorting}
        >
          {items.map(({ id, domain, privacy, created_at: created }) => (
            <tr key={id}>
              {mayChange && (
                <td>
                  <Pick selection={selection} item={{ id }} name={shownDomain(domain)} />
                </td>
              )}
              <td>
                <a href={`/console/websites/${id}`} title={domain}>
                  {shownDomain(domain)}
                </a>
              </td>
              <td>{t.websites.privacies[privacy]}</td>
              <td>{formatTime(created)}</td>
              <td class="actions">
                {mayChange && (
                  <RemoveButton
                    name={shownDomain(domain)}
                    onRemove={() => {
                      removal.remove(id, shownDomain(domain));
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager meta={data?.meta} />
    </>
  );
};

export default Websites;
