import { envelopeDialect, managementDialect } from '@platform/http';
import type { Dialect } from '@platform/http';
import Joi from 'joi';

/**
 * The services behind the gateway, each with the port that it has on one machine. Settings, proxies
 * and types derive from here: a new service is a line, and its rows in the routing table.
 */
const PORTS = { analytics: 8081, reports: 8082, palette: 8083 } as const;

/** A part of the interface that has a service of its own. */
export type ServiceArea = keyof typeof PORTS;

export const SERVICE_AREAS = Object.keys(PORTS) as readonly ServiceArea[];

type AddressName = `${Uppercase<ServiceArea>}_URL`;
type HostName = `${Uppercase<ServiceArea>}_HOST`;

/** `ANALYTICS_URL` and so on: where each service is; several instances, separated by commas. */
export type ServiceAddresses = Record<AddressName, string>;

/** `ANALYTICS_HOST` and so on: host names that each serve one area only. */
export type ServiceHosts = Partial<Record<HostName, string>>;

/** The setting with the address of a service. */
export const addressName = (area: ServiceArea): AddressName => `${area.toUpperCase()}_URL` as AddressName;
const hostName = (area: ServiceArea): HostName => `${area.toUpperCase()}_HOST` as HostName;

/** A value for each service. */
export const forEachArea = <Value>(valueOf: (area: ServiceArea) => Value): Record<ServiceArea, Value> =>
  Object.fromEntries(SERVICE_AREAS.map((area) => [area, valueOf(area)])) as Record<ServiceArea, Value>;

/** The base addresses in a setting. */
export const targetsIn = (setting: string): string[] => setting.split(',').map((url) => url.trim());

/** An address, or several separated by commas, one for each instance of the service. */
const upstream = Joi.string().custom((value: string, helpers) => {
  const wrong = targetsIn(value).find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong === undefined) return value;
  return helpers.message({ custom: '{{#label}} holds "{{#wrong}}", which is not an address' }, { wrong });
});

/** The settings of `ServiceAddresses`. */
export const addressVariables = Object.fromEntries(
  SERVICE_AREAS.map((area) => [addressName(area), upstream.default(`http://127.0.0.1:${PORTS[area]}`)]),
) as Record<AddressName, Joi.StringSchema>;

/** The settings of `ServiceHosts`. */
export const hostVariables = Object.fromEntries(
  SERVICE_AREAS.map((area) => [hostName(area), Joi.string().hostname().lowercase()]),
) as Record<HostName, Joi.StringSchema>;

/** The address of each service, by area. */
export const addressesIn = (config: ServiceAddresses): Record<ServiceArea, string> =>
  forEachArea((area) => config[addressName(area)]);

/** The host names that were given, by the area they serve. */
export const hostsIn = (config: ServiceHosts): Partial<Record<ServiceArea, string>> =>
  Object.fromEntries(
    SERVICE_AREAS.flatMap((area) => {
      const host = config[hostName(area)];
      return host === undefined ? [] : [[area, host] as const];
    }),
  );

const pattern = (path: string): RegExp => {
  const withBelow = path.endsWith('/**');
  const literal = (withBelow ? path.slice(0, -3) : path).replace(/[.+?^$()|[\]\\{}]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '[^/]+')}${withBelow ? '(?:/|$)' : '/?$'}`);
};

export interface RouteFinder {
  /**
   * The route of a request, or undefined.
   * @param path without the query
   * @param host the host name the client used, without the port
   */
  find(path: string, host: string): Route | undefined;
}

/**
 * Finds routes by path and host. An area may have a host name of its own, which then serves only
 * that area and the gateway's own paths. As soon as one has, other host names but the platform's
 * own serve nothing.
 */
export const createRouteFinder = (
  routes: readonly Route[],
  hosts: Partial<Record<Area, string>>,
  publicHost: string,
): RouteFinder => {
  const compiled = routes.map((route) => ({ route, matches: pattern(route.path) }));
  const areaOfHost = new Map(
    Object.entries(hosts).map(([area, host]) => [host.toLowerCase(), area as Area] as const),
  );
  const own = publicHost.toLowerCase();
  return {
    find(path, host) {
      // A trailing dot makes a host name absolute; it names the same host.
      const name = host.toLowerCase().replace(/\.$/, '');
      const only = areaOfHost.get(name);
      if (areaOfHost.size > 0 && only === undefined && name !== own) return undefined;
      for (const { route, matches } of compiled)
        if ((only === undefined || route.area === only || route.area === 'gateway') && matches.test(path))
          return route;
      return undefined;
    },
  };
};

/** A part of the interface. The gateway answers one itself: keys and the API reference. */
export type Area = ServiceArea | 'gateway';

export interface Route {
  area: Area;
  /**
   * Matches exactly, or with a trailing `/**` the path and everything below it. `*` stands for one
   * segment.
   */
  path: string;
  /**
   * `key`: requires a valid API key. `public`: requires none, but a key that is sent reaches the
   * service as an identity.
   */
  access: 'key' | 'public';
  dialect: Dialect;
  /** True for a public path that pages of other origins may read; those with a key always may. */
  isShared?: boolean;
  /** True for hits of the tracker, which may be passed on many at a time. */
  isHits?: boolean;
  /** True for hits of any client: the service learns where they claim to have come from. */
  takesClaims?: boolean;
  /** True where clients of other products may send an API key as the password of Basic authentication. */
  takesBasic?: boolean;
  /** True for pages, scripts and images, which are streamed. */
  isPage?: boolean;
  /** Size of the largest body, in bytes. */
  bodyLimit: number;
}

const KILOBYTE = 1024;
const BODY = 100 * KILOBYTE;
const management = { dialect: managementDialect, bodyLimit: BODY };
const envelope = { dialect: envelopeDialect, bodyLimit: BODY };

/**
 * The routing table. The first match wins, so specific paths come before general ones. This is the
 * only place that marks a path `public`.
 * @param names paths that operators may rename, since tracker blockers know the default ones
 */
export const createRoutes = (names: { tracker: string; collect: string }): Route[] => [
  { area: 'gateway', path: '/', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/docs/**', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/downloads/**', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/llms.txt', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/robots.txt', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/sitemap.xml', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/openapi.json', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/.well-known/jwks.json', access: 'public', isShared: true, ...management },
  { area: 'gateway', path: '/console/**', access: 'public', ...management },
  { area: 'gateway', path: '/mcp', access: 'key', ...management },
  { area: 'gateway', path: '/v1/usage', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/status/**', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/keys/**', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/webhooks/**', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/members/**', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/sessions/**', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/sign-in-links', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/account/**', access: 'key', ...envelope },
  { area: 'gateway', path: '/v1/device-logins/**', access: 'key', ...envelope },

  { area: 'analytics', path: `${names.tracker}/**`, access: 'public', isPage: true, ...management },
  {
    area: 'analytics',
    path: names.collect,
    access: 'public',
    isHits: true,
    takesClaims: true,
    ...management,
  },
  { area: 'analytics', path: `${names.collect}/**`, access: 'public', ...management },
  { area: 'analytics', path: `${names.collect}.gif`, access: 'public', takesClaims: true, ...management },
  {
    area: 'analytics',
    path: '/c/**',
    access: 'public',
    isPage: true,
    takesClaims: true,
    takesBasic: true,
    ...management,
  },
  // next-plausible's proxy sends here: it drops the path of the script.
  { area: 'analytics', path: '/api/event', access: 'public', isPage: true, takesClaims: true, ...management },
  { area: 'analytics', path: '/s/**', access: 'public', isPage: true, ...management },
  { area: 'analytics', path: '/unsubscribe/**', access: 'public', isPage: true, ...management },
  // Parts of files.
  {
    area: 'analytics',
    path: '/api/v1/websites/*/imports/**',
    access: 'key',
    ...management,
    bodyLimit: 5 * KILOBYTE ** 2,
  },
  { area: 'analytics', path: '/api/v1/websites/**', access: 'key', ...management },
  { area: 'analytics', path: '/api/v1/groups/**', access: 'key', ...management },
  { area: 'analytics', path: '/api/v1/stats/**', access: 'key', ...management },
  // Plausible's clients.
  { area: 'analytics', path: '/api/v2/query', access: 'key', ...management },
  // Batches of up to 1,000 events.
  {
    area: 'analytics',
    path: '/api/v1/events/**',
    access: 'key',
    ...management,
    bodyLimit: 5 * KILOBYTE ** 2,
  },

  { area: 'reports', path: '/r/**', access: 'public', isPage: true, ...management },
  { area: 'reports', path: '/api/v1/reports/**', access: 'key', ...management },
  { area: 'reports', path: '/api/v1/schedules/**', access: 'key', ...management },
  // Lists of up to 1,000 addresses.
  { area: 'reports', path: '/api/v1/sites/**', access: 'key', ...management, bodyLimit: 3 * KILOBYTE ** 2 },

  { area: 'palette', path: '/v1/themes/*/preview', access: 'public', isPage: true, ...envelope },
  { area: 'palette', path: '/v1/themes/*.css', access: 'public', isShared: true, isPage: true, ...envelope },
  { area: 'palette', path: '/p/**', access: 'public', isPage: true, ...envelope },
  // Images and token files.
  {
    area: 'palette',
    path: '/v1/palettes/from-image',
    access: 'key',
    ...envelope,
    bodyLimit: 14 * KILOBYTE ** 2,
  },
  // The tokens of large design systems.
  { area: 'palette', path: '/v1/themes/**', access: 'key', ...envelope, bodyLimit: 8 * KILOBYTE ** 2 },
  { area: 'palette', path: '/v1/tokens/import', access: 'key', ...envelope, bodyLimit: 14 * KILOBYTE ** 2 },
  { area: 'palette', path: '/v1/**', access: 'key', ...envelope },
];

/** The dialect for errors on a path without a route. */
export const dialectOf = (path: string): Dialect =>
  /^\/v1(\/|$)/.test(path) ? envelopeDialect : managementDialect;
