import type { Area, Route } from './routing-table.ts';

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
