import './websites.css';

import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { formatDay, formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { language } from '../../i18n/spoken.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useLoadOver } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import type { Selection } from '../../loading/selection.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownDomain } from '../../ui/address.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Table, useGradually } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table.tsx';
import { Pager, usePage } from '../pager.tsx';
import { Heading } from '../screen.tsx';
import { useFilters, useSorting } from '../use-filters.ts';

const AddWebsite = () => {
  const t = texts();
  const { route, query } = useLocation();
  const submission = useSubmit(async ({ domain = '' }) => {
    const { id } = await platform.websites.create({ domain, language: language.value });
    route(`/console/websites/${id}`);
  });
  return (
    <Form class="inline" draft="website" isFirst={query['new'] !== undefined} submission={submission}>
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
      <Refusal submission={submission} />
    </Form>
  );
};

/** Figures of the last 30 days. */
interface Figures {
  readonly visitors: number;
  /** Visitors of each day, today's last. */
  readonly days: readonly number[];
  /** Of whole days, against as many before; null if there were none. */
  readonly change: number | null;
  /** Visitors of the last five minutes. */
  readonly now: number;
}

interface ListedWebsite {
  readonly id: number;
  readonly domain: string;
  readonly privacy: 0 | 1 | 2;
  readonly created: string;
  /** Undefined where the session may not read statistics. */
  readonly figures: Figures | undefined;
}

const COLUMNS = ['domain', 'id', 'visitors', 'pageviews'] as const;
type Column = (typeof COLUMNS)[number];

interface Asked {
  readonly search: string;
  readonly page: number;
  readonly per_page: 10 | 25 | 50 | 100;
  readonly by: Column;
  readonly direction: 'asc' | 'desc';
}

const readWebsites = async ({ search, page, per_page, by, direction: sort }: Asked) => {
  const pageOf = { search, page, per_page, sort };
  if (may('stats:read')) {
    const { items, meta } = await platform.stats.overview({ ...pageOf, sort_by: by });
    const websites = items.map(({ id, domain, privacy, created_at: created, ...item }): ListedWebsite => ({
      id,
      domain,
      privacy,
      created,
      figures: {
        visitors: item.visitors,
        days: item.sparkline,
        change: item.change_of_whole_days,
        now: item.visitors_now,
      },
    }));
    return { websites, meta };
  }
  const { items, meta } = await platform.websites.list({ ...pageOf, sort_by: by === 'id' ? 'id' : 'domain' });
  const websites = items.map(({ id, domain, privacy, created_at: created }): ListedWebsite => ({
    id,
    domain,
    privacy,
    created,
    figures: undefined,
  }));
  return { websites, meta };
};

const ChangeBadge = ({ change }: { change: number | null }) => {
  const t = texts().overview;
  if (change === null) return null;
  return (
    <span class={change < 0 ? 'change down' : 'change up'} title={t.change}>
      {formatNumber(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })}
      <span class="unseen"> {t.change}</span>
    </span>
  );
};

const Line = ({ figures }: { figures: Figures }) => (
  <Sparkline
    values={figures.days}
    label={`${texts().overview.visitors30}: ${formatNumber(figures.visitors)}`}
    isLastOpen
  />
);

const Now = ({ visitors }: { visitors: number }) => (
  <span class={visitors > 0 ? 'now-count some' : 'now-count'}>{formatNumber(visitors)}</span>
);

interface ListProps {
  websites: readonly ListedWebsite[];
  /** Undefined where nothing may be changed. */
  selection: Selection<ListedWebsite> | undefined;
  remove: (website: ListedWebsite) => void;
}

const Name = ({ website: { id, domain } }: { website: ListedWebsite }) => (
  <a href={`/console/websites/${id}`} title={domain}>
    {shownDomain(domain)}
  </a>
);

const Remove = ({ website, remove }: { website: ListedWebsite; remove: ListProps['remove'] }) => (
  <RemoveButton
    name={shownDomain(website.domain)}
    onRemove={() => {
      remove(website);
    }}
  />
);

const Cards = ({ websites, selection, remove }: ListProps) => {
  const t = texts().websites;
  const drawn = useGradually(websites.length);
  return (
    <ul class="cards website-cards" aria-label={t.title}>
      {websites.slice(0, drawn).map((website) => (
        <li key={website.id} class="picked">
          <h2 class="small">
            {selection && <Pick selection={selection} item={website} name={shownDomain(website.domain)} />}
            <Name website={website} />
          </h2>
          {website.figures && (
            <>
              <Line figures={website.figures} />
              <p>
                <strong>{formatNumber(website.figures.visitors)}</strong>{' '}
                {t.visitorsOf(website.figures.visitors)}
                <ChangeBadge change={website.figures.change} />
              </p>
              <p class="quiet">
                <Now visitors={website.figures.now} /> {t.onlineNow}
              </p>
            </>
          )}
          <p class="quiet card-foot">
            <span>{t.privacies[website.privacy]}</span>
            {selection && <Remove website={website} remove={remove} />}
          </p>
        </li>
      ))}
    </ul>
  );
};

interface RowProps extends Omit<ListProps, 'websites'> {
  website: ListedWebsite;
}

/** A row, whose cells are made when it is drawn. */
const Row = ({ website, selection, remove }: RowProps) => {
  const t = texts().websites;
  const { figures } = website;
  return (
    <tr>
      {selection && (
        <td>
          <Pick selection={selection} item={website} name={shownDomain(website.domain)} />
        </td>
      )}
      <td>
        <Name website={website} />
      </td>
      {figures && (
        <>
          <td class="line">
            <Line figures={figures} />
          </td>
          <td>{formatNumber(figures.visitors)}</td>
          <td>
            <ChangeBadge change={figures.change} />
          </td>
          <td>
            <Now visitors={figures.now} />
          </td>
        </>
      )}
      <td>{t.privacies[website.privacy]}</td>
      <td class="whole" title={formatTime(website.created)}>
        {formatDay(website.created)}
      </td>
      <td class="actions">{selection && <Remove website={website} remove={remove} />}</td>
    </tr>
  );
};

const Rows = ({ websites, selection, remove, sorting }: ListProps & { sorting: Sorting }) => {
  const t = texts().websites;
  const hasFigures = websites.some(({ figures }) => figures !== undefined);
  return (
    <Table
      label={t.title}
      heads={[
        ...(selection ? [''] : []),
        { title: t.domain, sortBy: 'domain' },
        ...(hasFigures
          ? [
              t.last30,
              { title: t.visitors, sortBy: 'visitors', isNumber: true },
              t.change,
              { title: t.now, isNumber: true },
            ]
          : []),
        t.privacy,
        { title: t.created, sortBy: 'id' },
        '',
      ]}
      sorting={sorting}
    >
      {websites.map((website) => (
        <Row key={website.id} website={website} selection={selection} remove={remove} />
      ))}
    </Table>
  );
};

const LOOKS = ['table', 'cards'] as const;
type Look = (typeof LOOKS)[number];
/** Where the choice between cards and table is kept. */
const LOOK = 'websites-as';

const keptLook = (): Look => LOOKS.find((look) => look === localStorage.getItem(LOOK)) ?? 'table';

/** The address names the look, for a link; else it is the one chosen last. */
const useLook = (): [Look, (look: Look) => void] => {
  const { filter, setFilters } = useFilters();
  const [kept, setKept] = useState(keptLook);
  const look = LOOKS.find((one) => one === filter('as')) ?? kept;
  return [
    look,
    (next) => {
      localStorage.setItem(LOOK, next);
      setKept(next);
      setFilters({ as: next, page: filter('page') });
    },
  ];
};

const LookChoice = ({ look, onChoose }: { look: Look; onChoose: (look: Look) => void }) => {
  const t = texts().websites;
  return (
    <div class="segmented" role="group" aria-label={t.shownAs}>
      {LOOKS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === look}
          onClick={() => {
            onChoose(one);
          }}
        >
          {t.looks[one]}
        </button>
      ))}
    </div>
  );
};

/** In a table the heads do this. */
const OrderOfCards = ({ sorting }: { sorting: Sorting }) => {
  const t = texts();
  const choices: readonly (readonly [string, string])[] = [
    ['visitors desc', t.websites.visitors],
    ['domain asc', t.websites.domain],
    ['id desc', t.bulk.newest],
    ['id asc', t.bulk.oldest],
  ];
  const { setFilters } = useFilters();
  return (
    <Select
      label={t.bulk.sortedBy}
      chosen={`${sorting.by} ${sorting.direction}`}
      options={choices}
      onChange={(event) => {
        const [by = '', direction = ''] = event.currentTarget.value.split(' ');
        setFilters({ sort_by: by, sort: direction });
      }}
    />
  );
};

/** While somebody looks, who is there now follows. */
const NOW_MILLISECONDS = 30_000;

/** All websites as cards or in a table, and the form for a new one. */
const Websites = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const [look, setLook] = useLook();
  const search = filter('search');
  const { page, per_page } = usePage();
  const sorting = useSorting(COLUMNS, { by: 'domain', direction: 'asc' });
  const { by, direction } = sorting;
  const { data, error, reload, isOld } = useLoadOver(
    `websites ${search} ${page} ${per_page} ${by} ${direction}`,
    () => readWebsites({ search, page, per_page, by, direction }),
  );
  usePoll(data?.websites.some(({ figures }) => figures !== undefined) === true, reload, NOW_MILLISECONDS);
  const removal = useRemoval('websites', (id: number) => platform.websites.delete(id));
  const items = data?.websites.filter(removal.isShown);
  const chosen = useSelection(items ?? []);
  const selection = may('websites:write') ? chosen : undefined;
  // A page behind the last one has no items, although there are some.
  const isEmpty = data && items?.length === 0 && data.meta.total <= data.websites.length;
  const list: ListProps = {
    websites: items ?? [],
    selection,
    remove: ({ id, domain }) => {
      removal.remove(id, shownDomain(domain));
    },
  };
  return (
    <>
      <Heading title={t.websites.title}>
        {data && data.meta.total > 1 && search === '' && may('stats:read') && (
          <a class="button" href="/console/websites/together">
            {t.websites.together}
          </a>
        )}
      </Heading>
      {selection && <AddWebsite />}
      <div class="filters">
        <SearchField
          label={t.search}
          value={search}
          onSearch={(text) => {
            setFilter('search', text);
          }}
        />
        {look === 'cards' && <OrderOfCards sorting={sorting} />}
        <LookChoice look={look} onChoose={setLook} />
      </div>
      <Problem error={error} retry={reload} />
      {(!items || (isEmpty && isOld)) && error === undefined && <Skeleton />}
      {isEmpty && !isOld && <Empty>{search === '' ? t.websites.empty : t.websites.noMatch}</Empty>}
      {items && selection && <BulkDelete selection={selection} removal={removal} />}
      {items && items.length > 0 && (
        <div aria-busy={isOld}>
          {look === 'cards' ? <Cards {...list} /> : <Rows {...list} sorting={sorting} />}
        </div>
      )}
      <Pager meta={data?.meta} />
    </>
  );
};

export default Websites;
