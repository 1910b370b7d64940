import { notFound } from '@platform/errors';
import { requestIdOf } from '@platform/http';
import type { ApiRouter, Endpoint, Reply } from '@platform/http';
import type { Request, Response } from 'express';

import type { Website } from '../websites/website.ts';

/** The endpoints of the interface that a page asks for its own website, by their names there. */
const ENDPOINTS = {
  query: 'POST /stats/:id/query',
  realtime: 'GET /stats/:id/realtime',
  properties: 'GET /stats/:id/properties',
  vitals: 'GET /stats/:id/vitals',
  returns: 'GET /stats/:id/returns',
  goals: 'GET /websites/:id/goals',
  funnels: 'GET /websites/:id/funnels',
  segments: 'GET /websites/:id/segments',
  annotations: 'GET /websites/:id/annotations',
  journeys: 'GET /websites/:id/journeys',
} as const;

export type PageQuestion = keyof typeof ENDPOINTS;

/** True for the name of a question. */
export const isPageQuestion = (name: string): name is PageQuestion => Object.hasOwn(ENDPOINTS, name);

/** A question as a browser or the page itself asks it. */
interface AskedQuestion {
  readonly website: Website;
  readonly question: PageQuestion;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: Request;
  readonly response: Response;
}

export interface PageQuestions {
  /**
   * Asks what the interface would answer the owner.
   * @returns JSON; undefined if the answer was sent as a file
   * @throws what the endpoint throws
   */
  answer(asked: AskedQuestion): Promise<string | undefined>;
}

const picked = (item: unknown, fields: readonly string[] | undefined): unknown =>
  fields === undefined
    ? item
    : Object.fromEntries(fields.map((field) => [field, (item as Record<string, unknown>)[field]]));

/** Fields of records that a page shows. How an owner defines them is nobody else's business. */
const SHOWN: Partial<Record<PageQuestion, readonly string[]>> = {
  segments: ['id', 'name'],
  goals: ['id', 'name', 'conversions', 'converters', 'rate', 'revenue'],
  funnels: ['id', 'name', 'rate', 'steps'],
};

const jsonOf = (reply: Reply, shown: readonly string[] | undefined): string => {
  if (reply.kind === 'page') return JSON.stringify(reply.page.items.map((item) => picked(item, shown)));
  if (reply.kind === 'one') return reply.json ?? JSON.stringify(reply.data ?? null);
  throw new Error('A page only reads.');
};

/**
 * The questions of the public page. It has no figures of its own: the interface's endpoints answer,
 * with all that they check and bound, on behalf of the website's organisation.
 */
export const createPageQuestions = (routers: readonly ApiRouter[]): PageQuestions => {
  const endpoints = new Map<string, Endpoint>(
    routers.flatMap(({ endpoints: list }) =>
      list.map((endpoint): [string, Endpoint] => [`${String(endpoint.method)} ${endpoint.path}`, endpoint]),
    ),
  );
  return {
    async answer({ website, question, query, body, request, response }) {
      const endpoint = endpoints.get(ENDPOINTS[question]);
      if (endpoint === undefined) throw notFound('path');
      const caller = {
        organisation: website.organisation,
        keyId: 'public-page',
        scopes: ['stats:read', 'websites:read'],
      };
      const reply = await endpoint.run(
        { params: { id: String(website.id) }, query, body, convertBody: false, strict: false },
        { caller, request, response, requestId: requestIdOf(response) },
        {},
      );
      return reply && jsonOf(reply, SHOWN[question]);
    },
  };
};
