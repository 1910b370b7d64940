import { gzipSync } from 'node:zlib';

import { sendPageFile } from '@platform/pages';
import type { Router } from 'express';

import { MAP_HEIGHT, MAP_WIDTH } from './map-projection.ts';
import { worldGeometry } from './world-geometry.ts';

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
