import type { Item, Output } from '@platform/client';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Pager, usePage } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';

/** Bad news comes first. */
const KINDS = ['new_broken', 'failing', 'fell', 'vanished', 'mended_broken', 'rose', 'appeared'] as const;
type Kind = (typeof KINDS)[number];
type Changes = Output<'sites.changes'>;
type Changed = Changes[Kind]['items'][number];

const BAD: ReadonlySet<Kind> = new Set<Kind>(['new_broken', 'failing', 'fell', 'vanished']);
const SHOWN = 100;

/** An address's target, answer or score, before and after. */
const difference = ({ before, after }: Changed): string =>
  before !== null && after !== null ? `${before} → ${after}` : (after ?? before ?? '');

const ChangedPages = ({ kind, changes }: { kind: Kind; changes: Changes }) => {
  const t = texts().site;
  const { total, items } = changes[kind];
  return (
    <li>
      <details>
        <summary>
          <span class={`badge ${BAD.has(kind) ? 'warn' : 'good'}`}>{formatNumber(total)}</span>{' '}
          {t.kinds[kind]}
        </summary>
        <ul>
          {items.map((item) => (
            <li key={`${item.url} ${item.after ?? ''} ${item.before ?? ''}`}>
              <a href={item.url} target="_blank" rel="noreferrer">
                {item.url}
              </a>{' '}
              {kind !== 'appeared' && kind !== 'vanished' && difference(item)}
            </li>
          ))}
        </ul>
        {total > SHOWN && <p class="quiet">{t.first(SHOWN)}</p>}
      </details>
    </li>
  );
};

/** Differences between a crawl, the last one by default, and the complete crawl before. */
export const SiteChanges = ({ id, crawl, version }: { id: number; crawl?: number; version?: number }) => {
  const t = texts().site;
  const { data, error, reload } = useLoad(`site changes ${id} ${crawl ?? ''} ${version ?? ''}`, () =>
    platform.sites.changes(id, crawl === undefined ? {} : { to: crawl }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const kinds = KINDS.filter((kind) => data[kind].total > 0);
  return (
    <div aria-live="polite">
      <p class="quiet">
        {t.changesBetween(
          formatTime(data.to.finished_at ?? data.to.created_at),
          formatTime(data.from.finished_at ?? data.from.created_at),
        )}
      </p>
      {!data.same_rules && <p class="quiet">{t.otherRules}</p>}
      {kinds.length === 0 ? (
        <p>{t.noChanges}</p>
      ) : (
        <ul class="problems">
          {kinds.map((kind) => (
            <ChangedPages key={kind} kind={kind} changes={data} />
          ))}
        </ul>
      )}
    </div>
  );
};

type Crawl = Item<'sites.crawls.list'>;

const CrawlRow = ({
  crawl,
  isChosen,
  onChoose,
}: {
  crawl: Crawl;
  isChosen: boolean;
  onChoose: () => void;
}) => {
  const t = texts();
  return (
    <tr>
      <td>{formatTime(crawl.finished_at ?? crawl.created_at)}</td>
      <td>
        <span class={`badge ${crawl.status === 'failed' ? 'failed' : ''}`}>
          {t.report.siteStates[crawl.status]}
        </span>{' '}
        {crawl.got_worse && <span class="badge warn">{t.site.gotWorse}</span>} {crawl.error_message}
      </td>
      <td class="number">{crawl.score ?? ''}</td>
      <td class="number">{crawl.pages ?? ''}</td>
      <td class="number">{crawl.errors ?? ''}</td>
      <td class="number">{crawl.broken ?? ''}</td>
      <td class="actions">
        {crawl.changes !== null && (
          <button
            type="button"
            aria-pressed={isChosen}
            aria-label={`${t.site.compare}: ${formatTime(crawl.created_at)}`}
            onClick={onChoose}
          >
            {t.site.compare}
          </button>
        )}
      </td>
    </tr>
  );
};

/** All crawls of a site, and what changed with each. */
export const SiteHistory = ({ id }: { id: number }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const chosen = Number(filter('crawl'));
  const { page, per_page } = usePage();
  const { data, error, reload } = useLoad(`site crawls ${id} ${page} ${per_page}`, () =>
    platform.sites.crawls.list(id, { page, per_page }),
  );
  const number = (title: string) => ({ title, isNumber: true });
  return (
    <>
      <Listing loaded={{ data: data?.items, error, reload }} empty={t.report.noPages}>
        {(crawls) => (
          <Table
            label={t.site.crawls}
            heads={[
              t.report.begun,
              t.report.state,
              number(t.site.score),
              number(t.site.visited),
              number(t.site.failing),
              number(t.site.broken),
              '',
            ]}
          >
            {crawls.map((crawl) => (
              <CrawlRow
                key={crawl.id}
                crawl={crawl}
                isChosen={crawl.id === chosen}
                onChoose={() => {
                  setFilter('crawl', crawl.id === chosen ? '' : String(crawl.id));
                }}
              />
            ))}
          </Table>
        )}
      </Listing>
      <Pager meta={data?.meta} />
      {chosen > 0 && (
        <section>
          <h2>{t.site.compare}</h2>
          <SiteChanges id={id} crawl={chosen} />
        </section>
      )}
    </>
  );
};
