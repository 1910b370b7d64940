import './site.css';

import type { Item, Output } from '@platform/client';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SiteChanges } from './site-crawls.tsx';

type SiteRecord = Output<'sites.show'>;
type Crawl = Item<'sites.crawls.list'>;
type SiteProblem = Item<'sites.problems'>;

/** Crawls that the line shows. */
const CRAWLS = 100;
const WORST = 10;

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 30;
const MARGIN = 10;
/** The lowest scores of good and decent sites. */
const LIMITS = [90, 50] as const;
const yOf = (score: number): number => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);

/** The scores of complete crawls as a line over time. */
const ScoreLine = ({ crawls }: { crawls: readonly Crawl[] }) => {
  const t = texts().site;
  const points = crawls
    .flatMap(({ score, finished_at: at }) =>
      score === null || at === null ? [] : [{ score, at, time: new Date(at).getTime() }],
    )
    .toReversed();
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2)
    return <p class="quiet">{t.oneCrawl}</p>;
  const span = Math.max(1, last.time - first.time);
  const xOf = (time: number): number => LEFT + ((time - first.time) / span) * (WIDTH - LEFT - MARGIN);
  const words = points.map(({ score, at }) => `${formatTime(at)}: ${score}`);
  return (
    <svg
      class="score-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t.trendOf(words.join('; '))}
    >
      {LIMITS.map((limit) => (
        <g key={limit}>
          <line x1={LEFT} x2={WIDTH} y1={yOf(limit)} y2={yOf(limit)} />
          <text x={0} y={yOf(limit) + 4}>
            {limit}
          </text>
        </g>
      ))}
      <polyline
        points={points.map(({ score, time }) => `${xOf(time).toFixed(1)},${yOf(score).toFixed(1)}`).join(' ')}
      />
      {points.map(({ score, time }, index) => (
        <circle key={index} cx={xOf(time)} cy={yOf(score)} r={4}>
          <title>{words[index]}</title>
        </circle>
      ))}
    </svg>
  );
};

const Figure = ({ name, value }: { name: string; value: number | null }) =>
  value === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );

/** The score with those of the categories, and the counts of the crawl that is shown. */
const Scores = ({ site, crawl }: { site: SiteRecord; crawl: Crawl | undefined }) => {
  const t = texts();
  const { score, result, score_before: before } = site;
  if (score === null || result === null) return <p class="quiet">{t.site.noScore}</p>;
  return (
    <section class="site-scores" aria-label={t.site.scores}>
      <p class={`site-score ${result}`}>
        <strong>{score}</strong> <span class={`badge ${result}`}>{t.reports.results[result]}</span>
        {site.got_worse && <span class="badge warn">{t.site.gotWorse}</span>}
        {before !== null && <span class="quiet">{t.site.previously(before)}</span>}
      </p>
      <ul class="site-categories">
        {site.categories.map((category) => (
          <li key={category.id}>
            <span>{category.title}</span>
            <meter
              min={0}
              max={100}
              low={50}
              high={90}
              optimum={100}
              value={category.score}
              aria-label={`${category.title}: ${t.site.scoreOf(category.score)}`}
            />
            <strong>{category.score}</strong>
          </li>
        ))}
      </ul>
      <dl class="site-figures">
        <Figure name={t.site.visited} value={crawl?.pages ?? null} />
        <Figure name={t.site.failing} value={crawl?.errors ?? null} />
        <Figure name={t.site.broken} value={crawl?.broken ?? null} />
        <Figure name={t.site.files} value={site.progress.files_done} />
      </dl>
      {crawl?.cut === true && <p class="quiet">{t.site.cut}</p>}
    </section>
  );
};

/** How many problems there are of each kind, as bars that lead to them. */
const Issues = ({ id, problems }: { id: number; problems: readonly SiteProblem[] }) => {
  const t = texts();
  const names: Readonly<Record<string, string>> = t.site.categories;
  const kinds = [...new Set(problems.map(({ category }) => category))].map((category) => {
    const own = problems.filter((problem) => problem.category === category);
    return { category, count: own.length, places: own.reduce((sum, { total }) => sum + total, 0) };
  });
  const most = Math.max(1, ...kinds.map(({ places }) => places));
  if (kinds.length === 0) return <p>{t.report.noSiteProblems}</p>;
  return (
    <ul class="site-issues">
      {kinds
        .toSorted((a, b) => b.places - a.places)
        .map(({ category, count, places }) => (
          <li key={category}>
            <a href={`/console/sites/${id}?tab=problems`}>{names[category] ?? category}</a>
            <span class="bar" style={{ inlineSize: `${Math.max(1, (places / most) * 100)}%` }} />
            <span class="quiet">{t.site.kindsAndPlaces(count, places)}</span>
          </li>
        ))}
    </ul>
  );
};

const readDashboard = async (id: number) => {
  const [crawls, problems, pages] = await Promise.all([
    platform.sites.crawls.list(id, { per_page: CRAWLS }),
    platform.sites.problems(id, { per_page: 100 }),
    platform.sites.pages(id, { sort_by: 'score', per_page: WORST }),
  ]);
  return { crawls: crawls.items, problems: problems.items, pages: pages.items };
};

/** A site at a glance: its score over time, what changed, its problems by kind, its worst pages. */
export const SiteOverview = ({ site }: { site: SiteRecord }) => {
  const t = texts();
  const { id, crawl_id: newest, shown_crawl_id: shown } = site;
  const { data, error, reload } = useLoad(`site overview ${id} ${newest} ${site.status}`, () =>
    readDashboard(id),
  );
  if (!data) return error === undefined ? <Skeleton lines={8} /> : <Problem error={error} retry={reload} />;
  const { crawls, problems, pages } = data;
  const crawl = crawls.find((one) => one.id === shown);
  return (
    <div class="site-dashboard">
      <Scores site={site} crawl={crawl} />
      <section>
        <h2>{t.site.trend}</h2>
        <ScoreLine crawls={crawls} />
      </section>
      <section>
        <h2>{t.site.changes}</h2>
        {crawl?.changes ? (
          <SiteChanges id={id} version={shown} />
        ) : (
          <p class="quiet">{t.site.nothingBefore}</p>
        )}
      </section>
      <section>
        <h2>{t.site.issues}</h2>
        <Issues id={id} problems={problems} />
      </section>
      <section>
        <h2>{t.site.worst}</h2>
        {pages.length === 0 ? (
          <p class="quiet">{t.site.noWorst}</p>
        ) : (
          <ol class="site-worst">
            {pages.map((page) => (
              <li key={page.id}>
                <strong>{page.score}</strong>
                <a href={page.url} target="_blank" rel="noreferrer">
                  {page.title || page.url}
                </a>
                <span class="quiet">{page.url}</span>
              </li>
            ))}
          </ol>
        )}
        <p>
          <a href={`/console/sites/${id}?tab=pages`}>{t.site.allPages}</a>
        </p>
      </section>
    </div>
  );
};
