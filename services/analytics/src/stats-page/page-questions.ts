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

/** The same for several websites together. */
const ENDPOINTS_OF_GROUPS = {
  query: 'POST /stats/rollup/query',
  realtime: 'GET /stats/rollup/realtime',
} as const;

export type PageQuestion = keyof typeof ENDPOINTS;
type GroupQuestion = keyof typeof ENDPOINTS_OF_GROUPS;

/** True for the name of a question. */
export const isPageQuestion = (name: string): name is PageQuestion => Object.hasOwn(ENDPOINTS, name);

/** True for the name of a question about a group. */
export const isGroupQuestion = (name: string): name is GroupQuestion =>
  Object.hasOwn(ENDPOINTS_OF_GROUPS, name);

/** A question as a browser or the page itself asks it. */
interface AskedQuestion {
  readonly website: Website;
  readonly question: PageQuestion;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: Request;
  readonly response: Response;
}

/** A question about a group, as a browser or the page itself asks it. */
interface AskedOfGroup extends Pick<AskedQuestion, 'request' | 'response'> {
  readonly group: { readonly id: number; readonly organisation: string };
  readonly question: GroupQuestion;
  /** The body of the question; it names no websites, as the group does. */
  readonly input: unknown;
}

export interface PageQuestions {
  /**
   * Asks what the interface would answer the owner.
   * @returns JSON; undefined if the answer was sent as a file
   * @throws what the endpoint throws
   */
  answer(asked: AskedQuestion): Promise<string | undefined>;
  /** The same about a group. */
  answerOfGroup(asked: AskedOfGroup): Promise<string | undefined>;
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
  const ask = async (
    name: string,
    organisation: string,
    {
      request,
      response,
      ...input
    }: Pick<AskedQuestion, 'request' | 'response' | 'query' | 'body'> & {
      readonly params: Readonly<Record<string, string>>;
    },
  ): Promise<Reply | undefined> => {
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw notFound('path');
    const caller = { organisation, keyId: 'public-page', scopes: ['stats:read', 'websites:read'] };
    return endpoint.run(
      { ...input, convertBody: false, strict: false },
      { caller, request, response, requestId: requestIdOf(response) },
      {},
    );
  };
  return {
    async answer({ website, question, ...input }) {
      const params = { id: String(website.id) };
      const reply = await ask(ENDPOINTS[question], website.organisation, { ...input, params });
      return reply && jsonOf(reply, SHOWN[question]);
    },
    async answerOfGroup({ group: { id: group, organisation }, question, input, request, response }) {
      const asked = typeof input === 'object' ? { ...input } : {};
      // A link opens its own group, whatever the question names.
      const { websites: _, ...others } = asked as Record<string, unknown>;
      const isQuery = question === 'query';
      const reply = await ask(ENDPOINTS_OF_GROUPS[question], organisation, {
        params: {},
        query: isQuery ? {} : { group },
        body: isQuery ? { ...others, group } : undefined,
        request,
        response,
      });
      return reply && jsonOf(reply, undefined);
    },
  };
};
