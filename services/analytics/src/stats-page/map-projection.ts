export type Point = readonly [number, number];

export const MAP_WIDTH = 720;

export const MAP_HEIGHT = 320;

const NORTH = 84;

const SOUTH = -58;

export const toPixel = ([longitude, latitude]: Point): Point => [
  Math.round(((longitude + 180) / 360) * MAP_WIDTH),
  Math.round(((NORTH - Math.max(SOUTH, Math.min(NORTH, latitude))) / (NORTH - SOUTH)) * MAP_HEIGHT),
];
