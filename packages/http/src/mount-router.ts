import { methodNotAllowed } from '@platform/errors';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import { Router } from 'express';
import type { ErrorRequestHandler, RequestHandler } from 'express';

import { authenticate } from './authenticate.ts';
import type { ApiRouter, Endpoint, HttpMethod } from './endpoint.ts';
import { createBodyReader } from './read-body.ts';
import { requestIdOf } from './request-id.ts';
import { sendError, toAppError } from './send-error.ts';

export interface MountDeps {
  identity: IdentityVerifier;
  logger: Logger;
}

const DEFAULT_BODY_LIMIT = '100kb';

/** The methods of an endpoint, as a list. */
export const methodsOf = (endpoint: Endpoint): readonly HttpMethod[] =>
  typeof endpoint.method === 'string' ? [endpoint.method] : endpoint.method;

/** Runs an endpoint: who calls, what they sent, what it answers. Errors are answered in the router's dialect. */
const handle = (endpoint: Endpoint, { dialect }: ApiRouter, deps: MountDeps): RequestHandler => {
  const readBody = createBodyReader(dialect.bodyTypes, endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT);
  return async (request, response) => {
    const requestId = requestIdOf(response);
    // The request log has made one with the id in it; a router may be mounted without that.
    const log = (request.log as Logger | undefined) ?? deps.logger.child({ request_id: requestId });
    const caller = await authenticate(request, deps.identity, endpoint.scope);
    const body = endpoint.body ? await readBody(request, response) : undefined;
    const reply = await endpoint.run(
      {
        params: request.params as Record<string, string>,
        query: request.query,
        body: body?.value,
        convertBody: body?.type !== 'application/json',
      },
      { caller, request, response, requestId, log },
    );
    if (reply === undefined) return;
    response.setHeader('Cache-Control', 'private, no-store');
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
    response.status(reply.status).json(dialect.render(reply, request, requestId));
  };
};

/** Groups endpoints by path, so that a wrong method on a known path can be told from an unknown path. */
const byPath = (endpoints: readonly Endpoint[]): Map<string, Endpoint[]> => {
  const paths = new Map<string, Endpoint[]>();
  for (const item of endpoints) paths.set(item.path, [...(paths.get(item.path) ?? []), item]);
  return paths;
};

const allowedMethods = (endpoints: readonly Endpoint[]): string[] => {
  const methods = endpoints.flatMap((item) => [...methodsOf(item)]) as string[];
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
};

/** An express router that serves the endpoints below the dialect's prefix. */
export const mountRouter = (api: ApiRouter, deps: MountDeps): Router => {
  const router = Router({ caseSensitive: true, strict: false });
  for (const [path, endpoints] of byPath(api.endpoints)) {
    const route = router.route(`${api.dialect.prefix}${path}`);
    for (const item of endpoints)
      for (const method of methodsOf(item))
        route[method.toLowerCase() as Lowercase<HttpMethod>](handle(item, api, deps));
    route.all(() => {
      throw methodNotAllowed(allowedMethods(endpoints));
    });
  }
  router.use(((error: unknown, _request, response, _next) => {
    const answer = toAppError(error);
    if (answer.kind === 'internal' || answer.kind === 'unavailable')
      deps.logger.error({ err: answer.cause ?? answer, request_id: requestIdOf(response) }, answer.message);
    sendError(answer, api.dialect, response);
  }) as ErrorRequestHandler);
  return router;
};
