import './site.css';
import '../report/report.css';

import type {
  ShownCrawl,
  ShownProblem,
  ShownSiteChanges,
  SiteChangeKind,
  SiteContent,
} from '@platform/pages/reports-contract';
import type { ComponentChildren } from 'preact';

import { formatNumber } from '../i18n/format.ts';
import { ScoreLine } from '../report/score-line.tsx';
import { reportTexts } from '../report/texts.ts';
import { timeText } from '../report/wording.ts';
import { shownAddress } from '../ui/address.ts';
import { ScoreGauge } from '../ui/score-gauge.tsx';

/** Bad news comes first. */
const KINDS = ['new_broken', 'failing', 'fell', 'vanished', 'mended_broken', 'rose', 'appeared'] as const;
const BAD: ReadonlySet<SiteChangeKind> = new Set<SiteChangeKind>([
  'new_broken',
  'failing',
  'fell',
  'vanished',
]);

const timeOf = ({ finished_at: end, created_at: start }: Pick<ShownCrawl, 'finished_at' | 'created_at'>) =>
  timeText(end ?? start);

/** An address's target, answer or score before and after. */
const difference = ({ before, after }: ShownSiteChanges['fell']['items'][number]): string =>
  before !== null && after !== null ? `${before} → ${after}` : (after ?? before ?? '');

const Place = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {shownAddress(url)}
  </a>
);

/** Differences between two crawls: the first places of each kind. */
export const SiteChanges = ({
  changes,
  most,
  isOpen = false,
}: {
  changes: ShownSiteChanges;
  /** Places that are listed of each kind. */
  most: number;
  isOpen?: boolean;
}) => {
  const t = reportTexts().site;
  const { from, to, same_rules: isSame } = changes;
  const kinds = KINDS.filter((kind) => changes[kind].total > 0);
  return (
    <>
      <p class="quiet">{t.changesBetween(timeOf(to), timeOf(from))}</p>
      {from.score !== null && to.score !== null && <p>{t.change(from.score, to.score)}</p>}
      {!isSame && <p class="quiet">{t.otherRules}</p>}
      {kinds.length === 0 ? (
        <p>{t.noChanges}</p>
      ) : (
        <ul class="problems">
          {kinds.map((kind) => (
            <li key={kind}>
              <details open={isOpen}>
                <summary>
                  <span class={`badge ${BAD.has(kind) ? 'warn' : 'good'}`}>
                    {formatNumber(changes[kind].total)}
                  </span>{' '}
                  {t.kinds[kind]}
                </summary>
                <ul>
                  {changes[kind].items.slice(0, most).map((item) => (
                    <li key={`${item.url} ${item.after ?? ''} ${item.before ?? ''}`}>
                      <Place url={item.url} />{' '}
                      {kind !== 'appeared' && kind !== 'vanished' && difference(item)}
                    </li>
                  ))}
                </ul>
                {changes[kind].total > most && <p class="quiet">{t.first(most)}</p>}
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** The problems across a site, each with the first pages that have it. */
export const SiteProblemList = ({
  problems,
  most,
  isOpen = false,
}: {
  problems: readonly ShownProblem[];
  /** Places that are listed of each problem. */
  most: number;
  isOpen?: boolean;
}) => {
  const t = reportTexts();
  const names: Readonly<Record<string, string>> = t.importances;
  return (
    <ul class="problems">
      {problems.map(({ id, importance, title, total, items }) => (
        <li key={id}>
          <details open={isOpen}>
            <summary>
              <span class={`badge ${importance === 'critical' ? 'fail' : 'warn'}`}>
                {names[importance] ?? importance}
              </span>{' '}
              {title} ({t.site.onPages(total)})
            </summary>
            <ul>
              {items.slice(0, most).map(({ url, note }) => (
                <li key={url}>
                  <Place url={url} /> <span class="note">{note}</span>
                </li>
              ))}
            </ul>
            {total > most && <p class="quiet">{t.site.first(most)}</p>}
          </details>
        </li>
      ))}
    </ul>
  );
};

const Figure = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );

const counted = (value: number | null | undefined): string | null =>
  typeof value === 'number' ? formatNumber(value) : null;

/** The score with those of the categories, and the counts of the crawl that is shown. */
const Scores = ({ site, crawl }: Pick<SiteContent, 'site' | 'crawl'>) => {
  const t = reportTexts();
  const { score, result, score_before: before, categories, progress } = site;
  if (score === null || result === null) return <p class="panel quiet">{t.site.noScore}</p>;
  return (
    <section class="panel site-scores" aria-label={t.scores}>
      <div class="scores">
        <div class="overall site-score">
          <ScoreGauge score={score} result={result} size="huge" label={t.scoreOf(score, t.ratings[result])} />
          <p class={`rating ${result}`}>{t.ratings[result]}</p>
          {site.got_worse && <span class="badge warn">{t.site.gotWorse}</span>}
          {before !== null && <span class="quiet">{t.site.previously(before)}</span>}
        </div>
        <ul class="gauges">
          {categories.map((category) => (
            <li key={category.id} class="gauge-of">
              <ScoreGauge
                score={category.score}
                result={category.result}
                size="large"
                label={t.scoreOf(category.score, category.result ? t.ratings[category.result] : '')}
              />
              <span>{category.title}</span>
            </li>
          ))}
        </ul>
      </div>
      <dl class="facts">
        {crawl && <Figure name={t.site.crawled} value={timeOf(crawl)} />}
        <Figure name={t.site.visited} value={counted(crawl?.pages)} />
        <Figure name={t.site.failing} value={counted(crawl?.errors)} />
        <Figure name={t.site.broken} value={counted(crawl?.broken)} />
        <Figure name={t.site.files} value={counted(progress.files_done)} />
      </dl>
      {crawl?.cut === true && <p class="quiet">{t.site.cut}</p>}
    </section>
  );
};

const BAR = 100;

/** How many problems there are of each kind, as bars that lead to them. */
const Issues = ({
  problems,
  hrefOf,
}: {
  problems: readonly ShownProblem[];
  hrefOf: (category: string) => string;
}) => {
  const t = reportTexts().site;
  const names: Readonly<Record<string, string>> = t.categories;
  const kinds = [...new Set(problems.map(({ category }) => category))].map((category) => {
    const own = problems.filter((problem) => problem.category === category);
    return { category, count: own.length, places: own.reduce((sum, { total }) => sum + total, 0) };
  });
  const most = Math.max(1, ...kinds.map(({ places }) => places));
  if (kinds.length === 0) return <p>{t.noIssues}</p>;
  return (
    <ul class="site-issues">
      {kinds
        .toSorted((a, b) => b.places - a.places)
        .map(({ category, count, places }) => (
          <li key={category}>
            <a href={hrefOf(category)}>{names[category] ?? category}</a>{' '}
            <span class="quiet">{t.kindsAndPlaces(count, places)}</span>
            <svg viewBox={`0 0 ${BAR} 4`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, (places / most) * BAR)} height="4" rx="1" />
            </svg>
          </li>
        ))}
    </ul>
  );
};

/** The score over time; without a second crawl, what makes it grow. */
export const SiteTrend = ({ crawls }: { crawls: readonly ShownCrawl[] }) => {
  const t = reportTexts().site;
  const points = crawls
    .flatMap(({ score, finished_at: at }) => (score === null || at === null ? [] : [{ score, at }]))
    .toReversed();
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2)
    return <p class="quiet">{t.oneCrawl}</p>;
  const words = ({ score, at }: { score: number; at: string }): string => `${score} (${timeText(at)})`;
  return <ScoreLine points={points} label={t.trendOf(points.length, words(first), words(last))} />;
};

/** A notice above a site whose last crawl isn't the one that is shown. */
const State = ({ site }: Pick<SiteContent, 'site'>) => {
  const t = reportTexts().site;
  const { status, progress, error_message: failure } = site;
  if (status === 'completed') return null;
  return (
    <p class="panel notice">
      {status === 'failed' ? (
        <>
          <strong>{t.failed}</strong> {failure}
        </>
      ) : status === 'cancelled' ? (
        t.cancelled
      ) : (
        t.running(formatNumber(progress.done), formatNumber(progress.found))
      )}
    </p>
  );
};

interface SiteViewProps {
  readonly content: SiteContent;
  /** Address of the problems of a kind. */
  readonly hrefOf: (category: string) => string;
  readonly trend: ComponentChildren;
  /** Problems in full, where they have no place of their own. */
  readonly hasProblems?: boolean;
  readonly hasState?: boolean;
  /** Below the worst pages. */
  readonly more?: ComponentChildren;
}

/** Places that a page lists of each change and each problem. */
const FIRST_CHANGES = 10;
const FIRST_PLACES = 5;

/** A site at a glance: its score over time, what changed, its problems by kind, its worst pages. */
export const SiteView = ({ content, hrefOf, trend, hasProblems, hasState, more }: SiteViewProps) => {
  const t = reportTexts();
  const { site, crawl, changes, problems, pages } = content;
  const names: Readonly<Record<string, string>> = t.site.categories;
  const kinds = [...new Set(problems.map(({ category }) => category))];
  return (
    <div class="report site-report">
      {hasState === true && <State site={site} />}
      <Scores site={site} crawl={crawl} />
      <div class="site-dashboard">
        <section class="panel" aria-labelledby="trend">
          <h2 id="trend">{t.trend}</h2>
          {trend}
        </section>
        <section class="panel" aria-labelledby="changes">
          <h2 id="changes">{t.site.changes}</h2>
          {changes ? (
            <SiteChanges changes={changes} most={FIRST_CHANGES} isOpen={hasProblems === true} />
          ) : (
            <p class="quiet">{t.site.nothingBefore}</p>
          )}
        </section>
        <section class="panel" aria-labelledby="issues">
          <h2 id="issues">{t.site.issues}</h2>
          <Issues problems={problems} hrefOf={hrefOf} />
        </section>
        <section class="panel" aria-labelledby="worst">
          <h2 id="worst">{t.site.worst}</h2>
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
                  <span class="quiet">
                    {page.url} · {t.site.findings(page.findings)}
                  </span>
                </li>
              ))}
            </ol>
          )}
          {more}
        </section>
      </div>
      {hasProblems === true &&
        kinds.map((kind) => (
          <section key={kind} class="panel" aria-labelledby={`category-${kind}`}>
            <h2 id={`category-${kind}`}>{names[kind] ?? kind}</h2>
            <SiteProblemList
              problems={problems.filter(({ category }) => category === kind)}
              most={FIRST_PLACES}
              isOpen
            />
          </section>
        ))}
    </div>
  );
};
