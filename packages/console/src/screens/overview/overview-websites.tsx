import { texts } from '../../i18n/language.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { FigureLine } from '../websites/visitor-figures.tsx';
import type { Figures } from '../websites/visitor-figures.tsx';

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
    const { items, meta } = await platform.stats.overview({ per_page: 25 });
    const websites = items.map(({ id, domain, sparkline, visitors, pageviews, change }) => ({
      id,
      domain,
      figures: { days: sparkline, visitors, pageviews, change: change ?? undefined },
    }));
    return { websites, websiteCount: meta.total };
  }
  if (!may('websites:read')) return { websites: [], websiteCount: 0 };
  const { items, meta } = await platform.websites.list();
  return { websites: items, websiteCount: meta.total };
};

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
  return (
    <section>
      <h2>{t.overview.websites}</h2>
      <ul class="cards">
        {websites.map(({ id, domain, figures }) => (
          <li key={id}>
            <h3>{may('websites:read') ? <a href={`/console/websites/${id}`}>{domain}</a> : domain}</h3>
            {figures && <FigureLine {...figures} />}
          </li>
        ))}
      </ul>
      {total > websites.length && (
        <p>
          <a href="/console/websites">{t.overview.allWebsites(total)}</a>
        </p>
      )}
    </section>
  );
};
