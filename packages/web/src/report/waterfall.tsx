import type { ShownReport, ShownRequest } from '@platform/pages/reports-contract';
import type { ComponentChildren } from 'preact';

import { reportTexts } from './texts.ts';
import { bytesText, millisecondsText } from './wording.ts';

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
const TYPES = Object.keys(COLOURS) as Type[];

const typeOf = (type: string): Type => (Object.hasOwn(COLOURS, type) ? (type as Type) : 'other');

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most / 2 - 1)}…${text.slice(1 - most / 2)}`;

const parsed = (url: string): URL | undefined => {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
};

const pathOf = (url: string): string => {
  const known = parsed(url);
  return shorten(known ? known.pathname + known.search : url, 44);
};

const Label = ({ x, y, children, weight }: { x: number; y: number; children: string; weight?: 'bold' }) => (
  <text x={x} y={y + 13} font-weight={weight}>
    {children}
  </text>
);

/** A row: the path, the time spent waiting (pale) and receiving (full), and the weight. */
const RequestRow = ({ request, y, scale }: { request: ShownRequest; y: number; scale: number }) => {
  const t = reportTexts();
  const { start, end, first_byte: firstByte, type, status, bytes } = request;
  const place = (time: number): string => (LABEL + time * scale).toFixed(1);
  const length = (from: number, to: number): string => Math.max(1, (to - from) * scale).toFixed(1);
  const known = typeOf(type);
  const typeName = known === 'other' ? type : t.resourceTypes[known];
  const hasFailed = status === null || status >= 400;
  const colour = hasFailed ? '#dc2626' : COLOURS[known];
  const weight = bytes === null ? '' : bytesText(bytes);
  return (
    <g>
      <title>{`${request.url}: ${typeName}, ${status ?? t.didFail}, ${start}–${end} ms`}</title>
      <Label x={12} y={y}>
        {pathOf(request.url)}
      </Label>
      <rect
        x={place(start)}
        y={y + 4}
        width={length(start, firstByte ?? end)}
        height={ROW - 8}
        fill={colour}
        fill-opacity="0.35"
      />
      {firstByte !== null && (
        <rect x={place(firstByte)} y={y + 4} width={length(firstByte, end)} height={ROW - 8} fill={colour} />
      )}
      <text x={WIDTH - 4} y={y + 13} text-anchor="end">
        {hasFailed ? (status === null ? t.didFail : String(status)) : weight}
      </text>
    </g>
  );
};

/**
 * The requests of a page over time, by origin, the heaviest first, with weights and what belongs to third
 * parties. Its texts have the colour of those around it.
 */
export const Waterfall = ({
  report: { requests, origins, metrics },
}: {
  report: Pick<ShownReport, 'requests' | 'origins' | 'metrics'>;
}) => {
  const t = reportTexts();
  const all = requests ?? [];
  const shown = all.slice(0, MOST_ROWS);
  const last = Math.max(1, metrics?.lcp ?? 0, ...shown.map(({ end }) => end));
  const scale = (WIDTH - LABEL - WEIGHT) / last;
  const rows: ComponentChildren[] = [];
  let y = ROW;
  for (const { origin, requests: number, bytes, third_party: isThirdParty } of origins ?? []) {
    const own = shown.filter(({ url }) => parsed(url)?.origin === origin);
    if (own.length === 0) continue;
    const whose = isThirdParty ? ` (${t.thirdParty})` : '';
    rows.push(
      <Label key={origin} x={0} y={y} weight="bold">
        {`${shorten(origin, 60)}${whose}: ${t.requests(number)}, ${bytesText(bytes)}`}
      </Label>,
    );
    y += ROW;
    for (const request of own) {
      rows.push(<RequestRow key={y} request={request} y={y} scale={scale} />);
      y += ROW;
    }
  }
  const bottom = y;
  const paints = (['fcp', 'lcp'] as const).flatMap((name) => {
    const time = metrics?.[name];
    return typeof time === 'number' ? [{ name, x: LABEL + time * scale }] : [];
  });
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 -4 ${WIDTH} ${bottom + 2 * ROW + 8}`}
      role="img"
      aria-label={t.waterfall(t.requests(all.length), millisecondsText(last))}
      font-family="system-ui, sans-serif"
      font-size="11"
      fill="currentColor"
    >
      {rows}
      {paints.map(({ name, x }) => (
        <g key={name}>
          <line
            x1={x.toFixed(1)}
            x2={x.toFixed(1)}
            y1={ROW}
            y2={bottom}
            stroke="currentColor"
            stroke-dasharray="3 3"
            stroke-opacity="0.6"
          />
          <Label x={x + 2} y={name === 'fcp' ? -2 : ROW * 0.4}>
            {name.toUpperCase()}
          </Label>
        </g>
      ))}
      {TYPES.map((type, index) => (
        <g key={type}>
          <rect x={index * 110} y={bottom + 8} width="12" height="10" fill={COLOURS[type]} />
          <Label x={index * 110 + 18} y={bottom + 4}>
            {t.resourceTypes[type]}
          </Label>
        </g>
      ))}
      {all.length > shown.length && (
        <Label x={0} y={bottom + ROW + 4}>
          {t.moreRequests(all.length - shown.length)}
        </Label>
      )}
    </svg>
  );
};
