import type { ComponentChildren } from 'preact';

import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { formatExact, formatValue } from './format.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';
import { toggled } from './view.ts';

const SHADES = 5;

/** Shade of a share of the most: by the square root, so that the smaller ones can be told apart. */
const shadeOf = (visitors: number, most: number): number =>
  Math.max(1, Math.ceil(Math.sqrt(visitors / most) * SHADES));

/** Visitors by country on a map; `empty` says why there are none. The list of countries says the same to those who can't see it. */
export const WorldMap = ({ empty }: { empty: ComponentChildren }) => {
  const t = statisticsTexts();
  const { view, show, hrefOf } = useStatistics();
  const question = {
    ...questionOf(view),
    metrics: ['visitors' as const],
    dimensions: ['country'],
    per_page: 300,
  };
  const world = useAnswer('world', (source) => source.world());
  const asked = useAnswer(JSON.stringify(question), (source) => source.query(question));
  if (world.error !== undefined) return <Problem error={world.error} retry={world.retry} />;
  if (asked.error !== undefined) return <Problem error={asked.error} retry={asked.retry} />;
  if (!world.data || !asked.data) return <Skeleton lines={8} />;
  if (asked.data.rows.length === 0) return <>{empty}</>;
  const visitors = new Map(
    asked.data.rows.map(({ dimensions, metrics }) => [dimensions['country'] ?? '', metrics.visitors ?? 0]),
  );
  const most = Math.max(1, ...visitors.values());
  const { width, height, countries } = world.data;
  return (
    <svg
      class={`world${asked.isStale ? ' stale' : ''}`}
      viewBox={`0 0 ${width} ${height}`}
      role={hrefOf ? 'group' : 'img'}
      aria-label={t.mapLabel}
    >
      {countries.map(({ code, path }) => {
        const count = visitors.get(code);
        if (count === undefined) return <path key={code} d={path} />;
        const to = toggled(view, { dimension: 'country', operator: 'is', values: [code] });
        const words = `${formatValue('country', code)}: ${formatExact('visitors', count)}`;
        const shape = (
          <path
            key={code}
            d={path}
            class={`shade-${shadeOf(count, most)}`}
            onClick={(event) => {
              event.preventDefault();
              show(to);
            }}
          >
            <title>{words}</title>
          </path>
        );
        // Links work without scripts; who uses a keyboard has the list.
        return hrefOf ? (
          <a key={code} href={hrefOf(to)} tabIndex={-1} aria-label={words}>
            {shape}
          </a>
        ) : (
          shape
        );
      })}
    </svg>
  );
};
