import type { Language } from '@platform/errors';
import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { rate } from '../audit/rating.ts';
import type { Rating } from '../audit/rating.ts';
import { pageShell } from '../report-page/page-shell.ts';
import type { Change, SiteChanges } from './site-history.ts';
import { categoriesOf, problemIn, sentenceOf } from './site-json.ts';
import type { ComparedCrawls } from './sites-service.ts';
import type { Crawl, SitePage, SiteProblem, TrackedSite } from './site.ts';
import { SITE_PAGE_TEXTS } from './site-page-texts.ts';

/** What the page of a site shows. */
export interface SitePageContent {
  readonly tracked: TrackedSite;
  /** Newest first. */
  readonly crawls: readonly Crawl[];
  readonly compared: ComparedCrawls | undefined;
  readonly problems: readonly SiteProblem[];
  /** The worst pages. */
  readonly pages: readonly SitePage[];
}

const timesOf = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
const timeOf = (language: Language, date: Date): string => `${timesOf(language).format(date)} UTC`;

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring filled in proportion to the score, with the score inside. `size` in pixels. */
const ring = (score: number | null, label: string, size: number): Html => {
  const rating: Rating | null = score === null ? null : rate(score);
  const filled = ((score ?? 0) / 100) * LENGTH;
  return html`<svg class="ring ${rating ?? 'none'}" role="img" aria-label="${label}" viewBox="0 0 100 100" width="${size}" height="${size}">
    <circle class="track" cx="50" cy="50" r="${RADIUS}" fill="none" stroke-width="10" />
    ${
      score !== null &&
      score > 0 &&
      html`<circle class="arc" cx="50" cy="50" r="${RADIUS}" fill="none" stroke-width="10"
        stroke-dasharray="${filled.toFixed(1)} ${LENGTH.toFixed(1)}" transform="rotate(-90 50 50)" />`
    }
    <text x="50" y="51" font-size="${score === 100 ? 26 : 30}">${score ?? '–'}</text>
  </svg>`;
};

const WIDTH = 640;
const HEIGHT = 140;
const LEFT = 28;
const MARGIN = 10;
/** The lowest scores of good and decent sites. */
const LIMITS = [90, 50] as const;
const yOf = (score: number): number => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);

/** The scores over time as a line. Null with fewer than two complete crawls. */
const trend = (crawls: readonly Crawl[], language: Language): Html | null => {
  const t = SITE_PAGE_TEXTS[language];
  const points = crawls
    .flatMap(({ score, finishedAt }) =>
      score === null || finishedAt === null ? [] : [{ score, finishedAt }],
    )
    .toReversed();
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const from = first.finishedAt.getTime();
  const span = Math.max(1, last.finishedAt.getTime() - from);
  const dots = points.map(({ score, finishedAt }) => ({
    x: (LEFT + ((finishedAt.getTime() - from) / span) * (WIDTH - LEFT - MARGIN)).toFixed(1),
    y: yOf(score).toFixed(1),
    label: `${timeOf(language, finishedAt)}: ${score}`,
  }));
  const label = t.trendOf(
    points.length,
    `${first.score} (${timeOf(language, first.finishedAt)})`,
    `${last.score} (${timeOf(language, last.finishedAt)})`,
  );
  return html`<section class="card" aria-labelledby="trend">
    <h2 id="trend">${t.trend}</h2>
    <svg class="trend" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
      ${LIMITS.map(
        (limit) =>
          html`<line class="limit" x1="${LEFT}" x2="${WIDTH}" y1="${yOf(limit)}" y2="${yOf(limit)}" />
            <text x="0" y="${yOf(limit) + 4}" font-size="12">${limit}</text>`,
      )}
      <polyline class="line" fill="none" points="${dots.map(({ x, y }) => `${x},${y}`).join(' ')}" />
      ${dots.map(({ x, y, label: title }) => html`<circle cx="${x}" cy="${y}" r="3"><title>${title}</title></circle>`)}
    </svg>
  </section>`;
};

/** What is bad news comes first. */
const ORDER: readonly Change[] = [
  'new_broken',
  'failing',
  'fell',
  'vanished',
  'mended_broken',
  'rose',
  'appeared',
];
/** Places that are listed of each change. */
const FIRST = 10;

const changeText = (change: Change, { url, before, after }: SiteChanges[Change]['items'][number]): string => {
  if (change === 'new_broken') return `${url} → ${after ?? ''}`;
  if (change === 'mended_broken') return `${url} → ${before ?? ''}`;
  if (change === 'appeared' || change === 'vanished') return url;
  return `${url}: ${before ?? ''} → ${after ?? ''}`;
};

const changes = ({ from, to, sameRules, changes: found }: ComparedCrawls, language: Language): Html => {
  const t = SITE_PAGE_TEXTS[language];
  const kinds = ORDER.filter((change) => found[change].total > 0);
  const lost = from.score === null || to.score === null ? null : to.score - from.score;
  return html`<section class="card problems" aria-labelledby="changes">
    <h2 id="changes">${t.changes}</h2>
    <p>
      ${t.since(timeOf(language, from.finishedAt ?? from.createdAt))}
      ${lost !== null && t.score(from.score ?? 0, to.score ?? 0)} ${!sameRules && t.otherRules}
    </p>
    ${kinds.length === 0 && html`<p>${t.noChanges}</p>`}
    ${kinds.map(
      (change) =>
        html`<h3>${t.kinds[change]} (${found[change].total})</h3>
          <ul>
            ${found[change].items.slice(0, FIRST).map((item) => html`<li>${changeText(change, item)}</li>`)}
          </ul>
          ${found[change].total > FIRST && html`<p class="soft">${t.first(FIRST)}</p>`}
        `,
    )}
  </section>`;
};

/** Places that are listed of each problem. */
const MOST_PLACES = 5;

/** The problems, by their category. */
const issues = (problems: readonly SiteProblem[], language: Language): Html => {
  const t = SITE_PAGE_TEXTS[language];
  const kinds = [...new Set(problems.map(({ category }) => category))];
  return html`<section class="card problems" aria-labelledby="issues">
    <h2 id="issues">${t.issues}</h2>
    ${problems.length === 0 && html`<p>${t.noIssues}</p>`}
    ${kinds.map(
      (kind) =>
        html`<h3>${t.categories[kind] ?? kind}</h3>
          ${problems
            .filter(({ category }) => category === kind)
            .map((problem) => {
              const { title } = problemIn(language, problem);
              return html`<h4><span class="label">${t.importances[problem.importance] ?? problem.importance}</span>${title} (${problem.total})</h4>
                <ul>
                  ${problem.items
                    .slice(0, MOST_PLACES)
                    .map(
                      ({ url, note }) =>
                        html`<li>${url}${note !== null && html` <span class="note">${note}</span>`}</li>`,
                    )}
                </ul>
                ${problem.total > MOST_PLACES && html`<p class="soft">${t.first(MOST_PLACES)}</p>`}
              `;
            })}`,
    )}
  </section>`;
};

const worst = (pages: readonly SitePage[], language: Language): Html | null => {
  const t = SITE_PAGE_TEXTS[language];
  if (pages.length === 0) return null;
  return html`<section class="card" aria-labelledby="worst">
    <h2 id="worst">${t.worst}</h2>
    <ol class="first">
      ${pages.map(
        ({ url, title, score, findings }) =>
          html`<li>
            <strong class="${rate(score ?? 0)}">${score}</strong> ${title === null || title === '' ? url : title}
            <p class="soft">${url} · ${t.findings(findings)}</p>
          </li>`,
      )}
    </ol>
  </section>`;
};

/** A site’s page: its score, how it came about and what to mend. Everything crawled is escaped. */
export const renderSitePage = (content: SitePageContent, language: Language): Html => {
  const t = SITE_PAGE_TEXTS[language];
  const { tracked, crawls, compared, problems, pages } = content;
  const { site, progress } = tracked;
  const { shown, newest } = site;
  const { summary } = shown;
  const isOpen = newest.status === 'pending' || newest.status === 'running';
  const facts: readonly [string, string][] =
    summary === null
      ? []
      : [
          [t.crawled, timeOf(language, shown.finishedAt ?? shown.createdAt)],
          [t.pages, `${summary.pages}${summary.isCut ? ` (${t.cut})` : ''}`],
          [t.failing, String(summary.errors)],
          [t.broken, String(summary.broken)],
        ];
  const failure = newest.status === 'failed' ? sentenceOf(newest.error, language) : null;
  const body = html`
    <h1>${site.url}</h1>
    ${isOpen && html`<section class="card notice"><p>${t.running(progress.done, progress.found)}</p></section>`}
    ${failure !== null && html`<section class="card notice"><p><strong>${t.failed}</strong> ${failure}</p></section>`}
    ${newest.status === 'cancelled' && html`<section class="card notice"><p>${t.cancelled}</p></section>`}
    ${
      shown.score !== null &&
      html`<section class="card" aria-label="${t.scores}">
        <div class="scores">
          <div class="overall">
            ${ring(shown.score, t.scoreOf(shown.score), 150)}
            <p class="${rate(shown.score)}">${t.ratings[rate(shown.score)]}</p>
          </div>
          <ul class="categories">
            ${categoriesOf(shown, language).map(
              ({ title, score }) =>
                html`<li class="overall">${ring(score, `${title}: ${t.scoreOf(score)}`, 84)}<span>${title}</span></li>`,
            )}
          </ul>
        </div>
        <dl class="facts">
          ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
        </dl>
      </section>`
    }
    ${compared !== undefined && changes(compared, language)} ${trend(crawls, language)}
    ${issues(problems, language)} ${worst(pages, language)}
  `;
  const host = URL.parse(site.url)?.host ?? site.url;
  const title =
    shown.score === null ? `${host} – ${t.kicker}` : `${host}: ${t.scoreOf(shown.score)} – ${t.kicker}`;
  return pageShell({ language, title, kicker: t.kicker, body });
};
