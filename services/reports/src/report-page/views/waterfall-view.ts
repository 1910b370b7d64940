import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { BrowserFacts, BrowserRequest } from '../../page/browser-facts.ts';
import { originsOf } from '../../page/request-origins.ts';
import type { PageTexts } from '../texts/texts.ts';

const WIDTH = 900;
const ROW = 18;
const LABEL = 320;
const WEIGHT = 70;
const MOST_ROWS = 100;

/** Colours of at least 3:1 on white and on the page’s dark background. */
const COLOURS = {
  document: '#6d6af0',
  stylesheet: '#a35cf0',
  script: '#c27803',
  image: '#0d9463',
  font: '#d6459a',
  other: '#748094',
} as const;
type Type = keyof typeof COLOURS;

const typeOf = (type: string): Type => (Object.hasOwn(COLOURS, type) ? (type as Type) : 'other');

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most / 2 - 1)}…${text.slice(1 - most / 2)}`;

const pathOf = (url: string): string => {
  const parsed = URL.parse(url);
  return shorten(parsed ? parsed.pathname + parsed.search : url, 44);
};

const label = (x: number, y: number, text: string, weight = 'normal'): Html =>
  html`<text x="${x}" y="${y + 13}" font-weight="${weight}">${text}</text>`;

/** A row: the path, the time spent waiting (pale) and receiving (full), and the weight. */
const requestRow = (request: BrowserRequest, y: number, scale: number, texts: PageTexts): Html => {
  const x = (time: number): string => (LABEL + time * scale).toFixed(1);
  const width = (from: number, to: number): string => Math.max(1, (to - from) * scale).toFixed(1);
  const { start, end, firstByte, type, status, bytes: weight } = request;
  const known = typeOf(type);
  const typeName = known === 'other' ? type : texts.resourceTypes[known];
  const colour = status === null || status >= 400 ? '#dc2626' : COLOURS[typeOf(type)];
  const failure = status === null ? texts.didFail : status >= 400 ? String(status) : '';
  return html`<g>
    <title>${request.url}: ${typeName}, ${status ?? texts.didFail}, ${start}–${end} ms</title>
    ${label(12, y, pathOf(request.url))}
    <rect x="${x(start)}" y="${y + 4}" width="${width(start, firstByte ?? end)}" height="${ROW - 8}" fill="${colour}" fill-opacity="0.35" />
    ${firstByte !== null && html`<rect x="${x(firstByte)}" y="${y + 4}" width="${width(firstByte, end)}" height="${ROW - 8}" fill="${colour}" />`}
    <text x="${WIDTH - 4}" y="${y + 13}" text-anchor="end">${failure !== '' ? failure : weight === null ? '' : texts.bytes(weight)}</text>
  </g>`;
};

const legend = (y: number, { resourceTypes }: PageTexts): Html[] =>
  (Object.keys(COLOURS) as Type[]).map(
    (type, index) =>
      html`<rect x="${index * 110}" y="${y + 4}" width="12" height="10" fill="${COLOURS[type]}" />${label(index * 110 + 18, y, resourceTypes[type])}`,
  );

/**
 * The requests of a page over time as an SVG, by origin, the heaviest first, with weights and what
 * belongs to third parties. `browser.requests` must be there.
 */
export const waterfallView = (browser: BrowserFacts, pageUrl: string, texts: PageTexts): Html => {
  const { requests = [], metrics } = browser;
  const shown = requests.slice(0, MOST_ROWS);
  const last = Math.max(1, metrics.lcp ?? 0, ...shown.map(({ end }) => end));
  const scale = (WIDTH - LABEL - WEIGHT) / last;
  const rows: Html[] = [];
  let y = ROW;
  for (const { origin, requests: number, bytes: weight, isThirdParty } of originsOf(browser, pageUrl)) {
    const own = shown.filter(({ url }) => URL.parse(url)?.origin === origin);
    if (own.length === 0) continue;
    const what = `${shorten(origin, 60)}${isThirdParty ? ` (${texts.thirdParty})` : ''}: ${texts.requests(number)}, ${texts.bytes(weight)}`;
    rows.push(label(0, y, what, 'bold'));
    y += ROW;
    for (const request of own) {
      rows.push(requestRow(request, y, scale, texts));
      y += ROW;
    }
  }
  const paints = (['fcp', 'lcp'] as const).flatMap((name) => {
    const time = metrics[name];
    if (time === null) return [];
    const x = (LABEL + time * scale).toFixed(1);
    return html`<line x1="${x}" x2="${x}" y1="${ROW}" y2="${y}" stroke="currentColor" stroke-dasharray="3 3" stroke-opacity="0.6" />${label(Number(x) + 2, name === 'fcp' ? -2 : ROW * 0.4, name.toUpperCase())}`;
  });
  const hidden = requests.length - shown.length;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -4 ${WIDTH} ${y + 2 * ROW + 8}" role="img" aria-label="${texts.waterfall(texts.requests(requests.length), texts.milliseconds(last))}" font-family="system-ui, sans-serif" font-size="11" fill="currentColor">
    ${rows} ${paints} ${legend(y + 4, texts)}
    ${hidden > 0 && label(0, y + ROW + 4, texts.moreRequests(hidden))}
  </svg>`;
};
