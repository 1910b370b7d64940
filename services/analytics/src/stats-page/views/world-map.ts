import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { countryName } from '../../geo/geo-lookup.ts';
import { formatCount } from '../../metrics/number-format.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { worldGeometry } from '../world-geometry.ts';
import { MAP_HEIGHT, MAP_WIDTH } from '../map-projection.ts';

const SHADES = 5;

/** Shade of a share of the most: by the square root, so that the smaller ones can be told apart. */
const shadeOf = (visits: number, most: number): number =>
  Math.max(1, Math.ceil(Math.sqrt(visits / most) * SHADES));

/**
 * Draws the map of visits by country. Outlines are computed once; countries with visits are links
 * that filter.
 */
export const createWorldMap = () => {
  const shapes = worldGeometry().map(({ code, path }) => ({ code, path }));
  const blank = new Map(shapes.map(({ code, path }) => [code, `<path d="${path}"/>`]));

  return (
    countries: readonly { readonly value: string; readonly visits: number }[],
    query: PageQuery,
  ): Html => {
    const visits = new Map(countries.map((country) => [country.value, country.visits]));
    const most = Math.max(1, ...visits.values());
    return html`<svg
      class="map"
      viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}"
      role="group"
      aria-label="Map of visits by country"
    >
      ${shapes.map(({ code, path }) => {
        const count = visits.get(code);
        if (count === undefined) return raw(blank.get(code) ?? '');
        const label = `${countryName(code)}: ${formatCount(count)}`;
        const filters = [
          ...query.filters,
          { dimension: 'country' as const, operator: 'is' as const, values: [code] },
        ];
        return html`<a href="${linkTo(query, { filters })}" tabindex="-1" aria-label="${label}"
          ><path class="s${shadeOf(count, most)}" d="${path}"><title>${label}</title></path></a
        >`;
      })}
    </svg>`;
  };
};
export type WorldMap = ReturnType<typeof createWorldMap>;
