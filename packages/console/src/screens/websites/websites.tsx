import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { doUnlessUndone } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';

const AddWebsite = () => {
  const t = texts();
  const { route } = useLocation();
  const submission = useSubmit(async ({ domain = '' }) => {
    const { id } = await platform.websites.create({ domain });
    route(`/console/websites/${id}`);
  });
  return (
    <form class="inline" onSubmit={submission.onSubmit}>
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
    </form>
  );
};

/** All websites, and the form for a new one. */
const Websites = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const [search, page] = [filter('search'), Number(filter('page') || 1)];
  const { data, error, reload } = useLoad(`websites ${search} ${page}`, () =>
    platform.websites.list({ search, page, sort_by: 'domain', sort: 'asc' }),
  );
  const remove = (id: number, domain: string): void => {
    setHidden((before) => [...before, id]);
    doUnlessUndone({
      text: t.deletedSoon(domain),
      action: () => platform.websites.delete(id),
      onUndone: () => {
        setHidden((before) => before.filter((other) => other !== id));
      },
    });
  };
  const items = data?.items.filter(({ id }) => !hidden.includes(id));
  return (
    <>
      <Heading title={t.websites.title} />
      {may('websites:write') && <AddWebsite />}
      <Field
        label={t.search}
        type="search"
        value={search}
        onChange={(event) => {
          setFilter('search', event.currentTarget.value);
        }}
      />
      <Problem error={error} retry={reload} />
      {!items && error === undefined && <Skeleton />}
      {items?.length === 0 && <p class="empty">{search === '' ? t.websites.empty : t.websites.noMatch}</p>}
      {items && items.length > 0 && (
        <Table
          label={t.websites.title}
          heads={[t.websites.domain, t.websites.privacy, t.websites.created, '']}
        >
          {items.map(({ id, domain, privacy, created_at: created }) => (
            <tr key={id}>
              <td>
                <a href={`/console/websites/${id}`}>{domain}</a>
              </td>
              <td>{t.websites.privacies[privacy]}</td>
              <td>{formatTime(created)}</td>
              <td>
                {may('websites:write') && (
                  <button
                    type="button"
                    aria-label={`${t.remove}: ${domain}`}
                    onClick={() => {
                      remove(id, domain);
                    }}
                  >
                    {t.remove}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager
        meta={data?.meta}
        onPage={(next) => {
          setFilter('page', String(next));
        }}
      />
    </>
  );
};

export default Websites;
