import type { Output } from '@platform/client';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { usePoll } from '../../loading/timing.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownDomain } from '../../ui/address.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Heading } from '../screen.tsx';
import { Quotas } from '../usage/quotas.tsx';
import { Morning, sourceOf } from './morning.tsx';
import { OverviewReports, readReports } from './overview-reports.tsx';
import { QuickActions } from './quick-actions.tsx';

/** Figures about a website's visitors. */
interface Figures {
  /** Visitors of each day. */
  days: readonly number[];
  visitors: number;
  pageviews: number;
  /** The change in visitors of whole days from as many days before; undefined if there were none then. */
  change: number | undefined;
}

/** Visitors: a number, a line, the change, and the way to yesterday's. */
const FigureLine = (props: Figures & { id: number; domain: string }) => {
  const t = texts();
  const { days, visitors, pageviews, change, id, domain } = props;
  const yesterday = days.at(-2);
  const yesterdayWords =
    yesterday === undefined ? undefined : t.overview.visitorsYesterday(yesterday, formatNumber(yesterday));
  const words = `${t.overview.visitors30}: ${formatNumber(visitors)}`;
  return (
    <div class="figures">
      <Sparkline values={days} label={words} isLastOpen />
      <p>
        <strong>{formatNumber(visitors)}</strong> {t.websites.visitorsOf(visitors)}
        {change !== undefined && (
          <span class={change < 0 ? 'change down' : 'change up'} title={t.overview.change}>
            {formatNumber(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })}
            <span class="unseen"> {t.overview.change}</span>
          </span>
        )}
      </p>
      <p class="quiet">
        {formatNumber(pageviews)} {t.websites.pageviewsOf(pageviews)} {t.overview.in30}
      </p>
      {yesterdayWords !== undefined && (
        <p class="quiet">
          <a
            href={`/console/websites/${id}?period=yesterday`}
            aria-label={`${yesterdayWords}: ${shownDomain(domain)}`}
          >
            {yesterdayWords}
          </a>
        </p>
      )}
    </div>
  );
};

interface OverviewWebsite {
  id: number;
  domain: string;
  /** Undefined where the session may not see them. */
  figures?: Figures;
}

/** The websites with the most visitors and their figures, fetched with a single request. */
export const readWebsites = async (): Promise<{
  websites: readonly OverviewWebsite[];
  websiteCount: number;
}> => {
  if (may('stats:read')) {
    const { items, meta } = await platform.stats.overview({ per_page: 100 });
    const websites = items.map(({ id, domain, sparkline, visitors, pageviews, ...rest }) => ({
      id,
      domain,
      // Today's hours against a whole day would be a fall each morning.
      figures: { days: sparkline, visitors, pageviews, change: rest.change_of_whole_days ?? undefined },
    }));
    return { websites, websiteCount: meta.total };
  }
  if (!may('websites:read')) return { websites: [], websiteCount: 0 };
  const { items, meta } = await platform.websites.list();
  return { websites: items, websiteCount: meta.total };
};

/** More of them are looked at for what is unusual. */
const SHOWN_WEBSITES = 12;

/** A card for each website. */
export const OverviewWebsites = ({
  websites,
  total,
}: {
  websites: readonly OverviewWebsite[];
  total: number;
}) => {
  const t = texts();
  if (websites.length === 0) return null;
  const shown = websites.slice(0, SHOWN_WEBSITES);
  return (
    <section>
      <h2>{t.overview.websites}</h2>
      <p class="quiet">{t.overview.period}</p>
      <ul class="cards">
        {shown.map(({ id, domain, figures }) => (
          <li key={id}>
            <h3 title={domain}>
              {may('websites:read') ? (
                // The days that the card counts, so that the same number is there.
                <a href={`/console/websites/${id}?period=30d`}>{shownDomain(domain)}</a>
              ) : (
                shownDomain(domain)
              )}
            </h3>
            {figures && <FigureLine {...figures} id={id} domain={domain} />}
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p>
          <a href="/console/websites">{t.overview.allWebsites(total)}</a>
        </p>
      )}
    </section>
  );
};

const SHOWN = 5;

/**
 * The newest exports with their progress, which goes on without a reload. They load beside the rest of
 * the overview, and appear with it.
 */
export const OverviewExports = ({ isShown }: { isShown: boolean }) => {
  const t = texts().overview;
  const { data, error, reload } = useLoad('exports', () => platform.tokens.list({ limit: SHOWN }));
  const exports = data?.items ?? [];
  usePoll(
    exports.some(({ status }) => status === 'queued' || status === 'processing'),
    reload,
  );
  if (!isShown) return null;
  if (!data && error !== undefined) return <Problem error={error} retry={reload} />;
  if (exports.length === 0) return null;
  return (
    <section>
      <h2>{t.exports}</h2>
      <ul class="rows">
        {exports.map((item) => (
          <li key={item.id}>
            <a href={sourceOf(item)}>{item.filename ?? item.format}</a>
            <span>{formatTime(item.created_at)}</span>
            {item.status === 'queued' || item.status === 'processing' ? (
              <progress value={item.progress} max={100} aria-label={t.exportStates[item.status]} />
            ) : (
              <span class={item.status === 'failed' ? 'wrong' : ''}>{t.exportStates[item.status]}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** How much of the month's quotas is used; nothing where there are none. */
export const OverviewQuotas = ({ quotas }: { quotas: Output<'usage.list'>['quotas'] }) => {
  if (quotas.length === 0) return null;
  return (
    <section>
      <h2>{texts().overview.quotas}</h2>
      <Quotas quotas={quotas} />
    </section>
  );
};

const readOverview = async () => {
  const [{ websites, websiteCount }, { reports, worse }, palettes] = await Promise.all([
    readWebsites(),
    readReports(),
    may('palettes:read') ? platform.palettes.list({ limit: 1 }).then(({ items }) => items) : [],
  ]);
  return { websites, websiteCount, reports, worse, palettes };
};

interface Step {
  isOpen: boolean;
  path: string;
  icon: IconName;
  text: string;
  about: string;
}

/** First steps, as long as some of them are left. */
const FirstSteps = ({ steps }: { steps: readonly Step[] }) => {
  const open = steps.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return null;
  return (
    <section>
      <h2>{texts().overview.firstSteps}</h2>
      <ol class="steps">
        {open.map(({ path, icon, text, about }) => (
          <li key={path}>
            <a href={path}>
              <Icon name={icon} />
              <strong>{text}</strong>
              <span class="quiet">{about}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Says what to look at first, then what is there, and what to do where nothing is. */
const Overview = () => {
  const t = texts();
  const o = t.overview;
  const { data, error, reload } = useLoad('overview', readOverview);
  const usage = useLoad('quotas', async () => (may('usage:read') ? platform.usage.list() : { quotas: [] }));
  const steps: readonly Step[] = data
    ? [
        {
          isOpen: data.websiteCount === 0 && may('websites:write'),
          path: '/console/websites',
          icon: 'websites',
          text: o.firstWebsite,
          about: o.firstWebsiteAbout,
        },
        {
          isOpen: data.reports.length === 0 && may('reports:write'),
          path: '/console/reports',
          icon: 'reports',
          text: o.firstReport,
          about: o.firstReportAbout,
        },
        {
          isOpen: data.palettes.length === 0 && may('palettes:write'),
          path: '/console/palettes',
          icon: 'palettes',
          text: o.firstPalette,
          about: o.firstPaletteAbout,
        },
      ]
    : [];
  const isEmpty = data && data.websiteCount + data.reports.length + data.palettes.length === 0;
  return (
    <>
      <Heading title={o.title} />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton lines={6} />}
      {data && !isEmpty && (
        <Morning
          websites={data.websites.map(({ id, domain, figures }) => ({ id, domain, days: figures?.days }))}
          worse={data.worse}
          quotas={usage.data?.quotas}
        />
      )}
      {data && !isEmpty && (
        <QuickActions except={new Set(steps.flatMap(({ isOpen, path }) => (isOpen ? [path] : [])))} />
      )}
      <FirstSteps steps={steps} />
      {isEmpty && steps.every(({ isOpen }) => !isOpen) && <Empty>{o.nothingYet}</Empty>}
      {data && <OverviewWebsites websites={data.websites} total={data.websiteCount} />}
      {data && <OverviewReports reports={data.reports} />}
      {may('tokens:read') && <OverviewExports isShown={data !== undefined} />}
      {data && <Problem error={usage.error} retry={usage.reload} />}
      {data && <OverviewQuotas quotas={usage.data?.quotas ?? []} />}
    </>
  );
};

export default Overview;
