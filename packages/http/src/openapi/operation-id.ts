import type { Endpoint, HttpMethod } from '../endpoint.ts';
import { methodsOf } from '../mount-router.ts';

const isParameter = (segment: string): boolean => segment.startsWith(':');

const verbOf = (method: HttpMethod, isOfOne: boolean, others: readonly HttpMethod[]): string => {
  switch (method) {
    case 'GET':
      return isOfOne ? 'show' : 'list';
    case 'POST':
      return 'create';
    case 'DELETE':
      return 'delete';
    case 'PATCH':
      return 'update';
    case 'PUT':
      return others.includes('PATCH') ? 'replace' : 'update';
  }
};

/** `from-image` as a part of a name in code: `fromImage`. */
const camelCase = (segment: string): string =>
  segment.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * An operation's id as people call it: the endpoint's own, or made of its path and method:
 * `GET /websites` is `websites.list`, `POST /reports/:id/links` is `reports.links.create`.
 */
export const operationIdOf = (endpoint: Endpoint, method: HttpMethod): string => {
  if (endpoint.operationId !== undefined) return endpoint.operationId;
  const segments = endpoint.path.split('/').filter(Boolean);
  const isOfOne = isParameter(segments.at(-1) ?? '');
  const names = segments.filter((segment) => !isParameter(segment)).map(camelCase);
  return [...names, verbOf(method, isOfOne, methodsOf(endpoint))].join('.');
};

/** An operation's id as the beginning of a component's name: `websites.list` gives `WebsitesList`. */
export const pascalCase = (id: string): string =>
  id
    .split(/[.\-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
