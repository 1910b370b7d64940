import { rollupTexts } from '../i18n/rollup.ts';
import { shownDomain } from '../ui/address.ts';
import { Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import { Change } from './change.tsx';
import { formatMetric } from './format.ts';
import { DimensionList } from './list-card.tsx';
import type { RollupSource } from './rollup-source.ts';
import type { Metric } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';

const SHOWN = ['visitors', 'visits', 'pageviews', 'bounce_rate'] as const satisfies readonly Metric[];

interface RollupPartsProps {
  readonly source: Pick<RollupSource, 'byWebsite'>;
  /** The address of a website's own statistics, where the reader may see them. */
  readonly hrefOf: (domain: string) => string | undefined;
}

/** The websites side by side, under the page's period and filter; each leads to its own statistics. */
const ByWebsite = ({ source, hrefOf }: RollupPartsProps) => {
  const [t, own] = [statisticsTexts(), rollupTexts()];
  const { view } = useStatistics();
  const question = { ...questionOf(view), metrics: [...SHOWN], per_page: 100 };
  const asked = useAnswer(`by website ${JSON.stringify(question)}`, () => source.byWebsite(question));
  return (
    <section class="card" aria-labelledby="card-websites">
      <h2 id="card-websites">{own.byWebsite}</h2>
      <Problem error={asked.error} retry={asked.retry} />
      {!asked.data && asked.error === undefined && <Skeleton lines={4} />}
      {asked.data && (
        <div class={asked.isStale ? 'stale' : ''}>
          <Table
            label={own.website}
            heads={[own.website, ...SHOWN.map((metric) => ({ title: t.metrics[metric], isNumber: true }))]}
          >
            {asked.data.rows.map(({ dimensions: { website = '' }, metrics, comparison }) => {
              const href = hrefOf(website);
              return (
                <tr key={website}>
                  <th scope="row">
                    {href === undefined ? shownDomain(website) : <a href={href}>{shownDomain(website)}</a>}
                  </th>
                  {SHOWN.map((metric) => (
                    <td key={metric} class="number">
                      {formatMetric(metric, metrics[metric])}{' '}
                      <Change metric={metric} now={metrics[metric]} before={comparison?.[metric]} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </Table>
        </div>
      )}
    </section>
  );
};

/**
 * Parts below the lists where several websites are shown: the websites, and their visitors'
 * actions.
 */
export const RollupParts = (props: RollupPartsProps) => (
  <>
    <ByWebsite {...props} />
    <section class="card" aria-labelledby="card-events">
      <h2 id="card-events">{statisticsTexts().lists.event}</h2>
      <DimensionList dimension="event" />
    </section>
  </>
);
