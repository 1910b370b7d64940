import { badRequest } from '@platform/errors';
import { authenticate, callerOf, toAppError } from '@platform/http';
import type { Caller, IdentityVerifier } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import { raw, Router } from 'express';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';

import type { ProductApi, ProductEndpoint } from './product-api.ts';

interface ProductApisRouterDeps {
  readonly apis: readonly ProductApi[];
  readonly identity: IdentityVerifier;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  readonly logger: Logger;
}

const queryOf = (request: Request): Readonly<Record<string, string>> => {
  const at = request.originalUrl.indexOf('?');
  const params = new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at));
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name).join(',')]));
};

/** Reads a form, as `curl -F` and `curl -d` send it. */
const readForm = async (bytes: Buffer<ArrayBuffer>, type: string): Promise<object> => {
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  } catch (error) {
    throw badRequest('The body is not a valid form.', { cause: error });
  }
};

/** Reads a body: a form where it says so, else JSON, whatever its type; an empty object for none. */
const bodyOf = async (request: Request): Promise<unknown> => {
  const bytes = request.body as Buffer<ArrayBuffer> | undefined;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  const type = request.get('content-type') ?? '';
  if (
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type) &&
    !/^\s*[{[]/.test(bytes.toString('latin1', 0, 20))
  )
    return readForm(bytes, type);
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch (error) {
    throw badRequest('The body is not valid JSON.', { cause: error });
  }
};

/**
 * Answers what clients of other products ask their product’s interface, below `/c/{site_key}/`. The key is
 * an API key of this platform, as bearer or as the password of Basic authentication.
 */
export const createProductApisRouter = (deps: ProductApisRouterDeps): RequestHandler => {
  const { apis, identity, publicUrl, logger } = deps;

  /** The caller, where one is known; the page itself may be behind a password of its own. */
  const callerIfAny = (request: Request): Promise<Caller | null> =>
    callerOf(request, identity).catch((error: unknown) => {
      if (toAppError(error).kind === 'unauthenticated') return null;
      throw error;
    });

  const handle =
    (endpoint: ProductEndpoint): RequestHandler =>
    async (request, response) => {
      const { siteKey = '', ...params } = request.params as Record<string, string>;
      const call = {
        siteKey,
        params,
        query: queryOf(request),
        body: await bodyOf(request),
        address: `${publicUrl}${request.originalUrl.split('?', 1)[0] ?? ''}`,
      };
      const { status, body, location } =
        endpoint.scope === null
          ? await endpoint.answer({ ...call, caller: await callerIfAny(request) })
          : await endpoint.answer({ ...call, caller: await authenticate(request, identity, endpoint.scope) });
      response.status(status).set('Cache-Control', 'no-store');
      if (location !== undefined) response.set('Location', location);
      if (body === undefined) response.end();
      else response.json(body);
    };

  const router = Router({ caseSensitive: true });
  for (const { endpoints, errorOf } of apis) {
    const product = Router({ caseSensitive: true, mergeParams: true });
    const parse = raw({ type: () => true, limit: '100kb' });
    for (const endpoint of endpoints) product[endpoint.method](endpoint.path, parse, handle(endpoint));
    product.use(((error: unknown, _request, response, next) => {
      if (response.headersSent) {
        next(error);
        return;
      }
      const answer = toAppError(error);
      if (answer.kind === 'internal') logger.error({ err: answer.cause ?? answer }, 'a request failed');
      const { status, body } = errorOf(answer);
      response.set({ ...answer.headers, 'Cache-Control': 'no-store' });
      if (answer.retryAfterSeconds !== undefined)
        response.set('Retry-After', String(answer.retryAfterSeconds));
      response.status(status).json(body);
    }) as ErrorRequestHandler);
    router.use('/c/:siteKey', product);
  }
  return router;
};
