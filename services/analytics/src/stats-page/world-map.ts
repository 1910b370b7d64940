import { gzipSync } from 'node:zlib';
import { createRequire } from 'node:module';

import { sendPageFile } from '@platform/pages';
import type { Router } from 'express';
import { feature } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

/** Longitude and latitude, or a place on the map. */
type Point = readonly [number, number];

const MAP_WIDTH = 720;
const MAP_HEIGHT = 320;

const NORTH = 84;
const SOUTH = -58;

/** The place on the map of a longitude and a latitude. */
const toPixel = ([longitude, latitude]: Point): Point => [
  Math.round(((longitude + 180) / 360) * MAP_WIDTH),
  Math.round(((NORTH - Math.max(SOUTH, Math.min(NORTH, latitude))) / (NORTH - SOUTH)) * MAP_HEIGHT),
];

interface CountryShape {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** SVG path data in a drawing of 720 × 320. */
  readonly path: string;
}

/**
 * Square degrees: smaller shapes aren't drawn, which halves the markup and can't be seen at this
 * size.
 */
const DETAIL = 0.35;

/**
 * Follows a ring across the 180th meridian instead of back around the world; the part beyond is
 * drawn again on the other side.
 */
const unwrapped = (ring: readonly Point[]): readonly (readonly Point[])[] => {
  let turns = 0;
  const points = ring.map(([longitude, latitude], index): Point => {
    const previous = ring[index - 1]?.[0] ?? longitude;
    if (longitude - previous > 180) turns -= 1;
    if (longitude - previous < -180) turns += 1;
    return [longitude + turns * 360, latitude];
  });
  const shifts = [0, 360, -360].filter((shift) =>
    points.some(([longitude]) => Math.abs(longitude + shift) < 180),
  );
  return shifts.map((shift) => points.map(([longitude, latitude]): Point => [longitude + shift, latitude]));
};

const same = (a: Point | undefined, b: Point): boolean => a?.[0] === b[0] && a[1] === b[1];

/** Relative moves in whole pixels: the shortest way to write a ring. */
const ringPath = (ring: readonly Point[]): string => {
  const points: Point[] = [];
  for (const point of ring.map(toPixel)) if (!same(points.at(-1), point)) points.push(point);
  const [first, ...rest] = points;
  if (first === undefined || rest.length < 3) return '';
  let last = first;
  const moves = rest.slice(0, -1).map((point) => {
    const [dx, dy] = [point[0] - last[0], point[1] - last[1]];
    last = point;
    return `${dx}${dy < 0 ? '' : ' '}${dy}`;
  });
  return `M${first[0]} ${first[1]}l${moves.join(' ').replaceAll(' -', '-')}z`;
};

/**
 * Turns a numeric ISO code into the alpha-2 one; the table is in every JavaScript engine (UTS 35,
 * territory aliases).
 */
const alpha2 = (numeric: string): string | undefined =>
  Intl.getCanonicalLocales(`und-${numeric}`)[0]?.split('-')[1];

/**
 * Outlines of the countries from world-atlas (Natural Earth, public domain), simplified for a small
 * equirectangular map. Antarctica and areas without an ISO code are
 * left out.
 */
export const worldGeometry = (): readonly CountryShape[] => {
  const atlas = require('world-atlas/countries-110m.json') as Topology<{
    countries: GeometryCollection;
  }>;
  const simple = simplify(presimplify(atlas), DETAIL);
  return feature(simple, simple.objects.countries).features.flatMap((country) => {
    const code = typeof country.id === 'string' ? alpha2(country.id) : undefined;
    if (code === undefined || code === 'AQ') return [];
    const { geometry } = country;
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    const path = polygons
      .flatMap(([outline = []]) => unwrapped(outline.map(([x = 0, y = 0]): Point => [x, y])))
      .map(ringPath)
      .join('');
    return path === '' ? [] : [{ code, path }];
  });
};

const drawWorld = () => ({ width: MAP_WIDTH, height: MAP_HEIGHT, countries: worldGeometry() });

let drawn: ReturnType<typeof drawWorld> | undefined;

/** The outlines of countries, for whoever draws a map; computed when the first one is drawn. */
export const world = (): ReturnType<typeof drawWorld> => (drawn ??= drawWorld());

/** Serves the outlines of countries. */
export const serveWorld = (router: Router): void => {
  let file: { mediaType: string; content: Buffer; gzipped: Buffer } | undefined;
  const worldFile = () => {
    const content = Buffer.from(JSON.stringify(world()));
    return {
      mediaType: 'application/json; charset=utf-8',
      content,
      gzipped: gzipSync(content, { level: 9 }),
    };
  };
  router.get('/s/assets/world.json', (request, response) => {
    sendPageFile(request, response, (file ??= worldFile()), 'public, max-age=86400');
  });
};
