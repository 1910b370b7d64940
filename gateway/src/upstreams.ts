import { envelopeDialect, managementDialect } from '@platform/http';
import type { Dialect } from '@platform/http';

/** A part of the interface that one process answers; the gateway itself is one too. */
export type Area = 'analytics' | 'reports' | 'palette' | 'gateway';

export interface Route {
  area: Area;
  /**
   * Without a trailing `/**`, exactly this path; with it, the path and all below. `*` stands for one segment.
   */
  path: string;
  /** `key`: a valid API key is needed. `public`: it isn't, but one that is sent is passed on as an identity. */
  access: 'key' | 'public';
  dialect: Dialect;
  /** Bytes of the largest body. */
  bodyLimit: number;
}

const KILOBYTE = 1024;
const BODY = 100 * KILOBYTE;
const management = { dialect: managementDialect, bodyLimit: BODY };
const envelope = { dialect: envelopeDialect, bodyLimit: BODY };

/**
 * The routing table: each path that the gateway knows. The first match counts, so a path stands before the ones that
 * contain it. Everything that is open to the world is marked `public` here and nowhere else.
 * @param names what operators may rename so that blockers of trackers don't know it
 */
export const createRoutes = (names: { tracker: string; collect: string }): Route[] => [
  { area: 'gateway', path: '/', access: 'public', ...management },
  { area: 'gateway', path: '/docs/**', access: 'public', ...management },
  { area: 'gateway', path: '/openapi.json', access: 'public', ...management },
  { area: 'gateway', path: '/.well-known/jwks.json', access: 'public', ...management },
  { area: 'gateway', path: '/v1/keys/**', access: 'key', ...envelope },

  { area: 'analytics', path: names.tracker, access: 'public', ...management },
  { area: 'analytics', path: `${names.collect}/**`, access: 'public', ...management },
  { area: 'analytics', path: `${names.collect}.gif`, access: 'public', ...management },
  { area: 'analytics', path: '/s/**', access: 'public', ...management },
  { area: 'analytics', path: '/unsubscribe/**', access: 'public', ...management },
  { area: 'analytics', path: '/api/v1/websites/**', access: 'key', ...management },
  { area: 'analytics', path: '/api/v1/stats/**', access: 'key', ...management },
  // Batches of up to 1,000 events.
  {
    area: 'analytics',
    path: '/api/v1/events/**',
    access: 'key',
    ...management,
    bodyLimit: 5 * KILOBYTE ** 2,
  },

  { area: 'reports', path: '/r/**', access: 'public', ...management },
  { area: 'reports', path: '/api/v1/reports/**', access: 'key', ...management },

  { area: 'palette', path: '/v1/themes/*/preview', access: 'public', ...envelope },
  { area: 'palette', path: '/v1/**', access: 'key', ...envelope },
];

const pattern = (path: string): RegExp => {
  const withBelow = path.endsWith('/**');
  const literal = (withBelow ? path.slice(0, -3) : path).replace(/[.+?^$()|[\]\\{}]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '[^/]+')}${withBelow ? '(?:/|$)' : '/?$'}`);
};

export interface RouteFinder {
  /**
   * The route of a request, or undefined.
   * @param path without the query
   * @param host as the client sent it, without the port
   */
  find(path: string, host: string): Route | undefined;
}

/**
 * Finds routes by path and, for areas that have a host name of their own, by host: such a host serves its area (and
 * what belongs to the gateway) only.
 */
export const createRouteFinder = (
  routes: readonly Route[],
  hosts: Partial<Record<Area, string>>,
): RouteFinder => {
  const compiled = routes.map((route) => ({ route, matches: pattern(route.path) }));
  const areaOfHost = new Map(
    Object.entries(hosts).map(([area, host]) => [host.toLowerCase(), area as Area] as const),
  );
  return {
    find(path, host) {
      const only = areaOfHost.size === 0 ? undefined : areaOfHost.get(host.toLowerCase());
      for (const { route, matches } of compiled)
        if ((only === undefined || route.area === only || route.area === 'gateway') && matches.test(path))
          return route;
      return undefined;
    },
  };
};

/** In what words a path that no route has is refused. */
export const dialectOf = (path: string): Dialect =>
  /^\/v1(\/|$)/.test(path) ? envelopeDialect : managementDialect;
