import { forbidden, methodNotAllowed, unauthenticated } from '@platform/errors';
import express, { Router } from 'express';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Limits } from '../limits/limits.ts';
import { readGuides } from '../reference/guides-router.ts';
import { contextOf } from '../request-context/request-context.ts';
import { createOwnCalls } from './own-calls.ts';
import type { OwnCalls } from './own-calls.ts';

export interface McpDeps {
  /** Base address of the platform: pages from there may call. */
  publicUrl: string;
  /** Other origins whose pages may; `*` names none here. */
  origins: readonly string[];
  /** Counts a request as so many under the limits of its key. */
  charge: Limits['charge'];
}

export interface Mcp {
  router: Router;
  /** To be run before a request's address is looked at. */
  restoreAddress: OwnCalls['restoreAddress'];
}

const BODY_LIMIT = '100kb';
const BOTH_TYPES = 'application/json, text/event-stream';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** A body that can't be read is answered in the words of JSON-RPC, as clients of the protocol expect. */
const answerUnreadable: ErrorRequestHandler = (
  error: { type?: string; status?: number },
  _,
  response,
  next,
) => {
  const { type, status = 400 } = error;
  if (type === undefined || status >= 500) {
    next(error);
    return;
  }
  const isJson = type === 'entity.parse.failed';
  response.status(status).json({
    jsonrpc: '2.0',
    error: isJson
      ? { code: PARSE_ERROR, message: 'The body is not JSON.' }
      : { code: INVALID_REQUEST, message: `The body can’t be read (${type}).` },
    id: null,
  });
};

/** Loads the protocol and the tools, with the first call: most platforms get none. */
const loadServer = async () => {
  const [{ StreamableHTTPServerTransport }, { createMcpServer }, { createResources }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('./mcp-server.ts'),
    import('./resources.ts'),
  ]);
  const resources = createResources(readGuides().filter(({ name }) => !name.startsWith('adr/')));
  return { StreamableHTTPServerTransport, createMcpServer, resources };
};

/**
 * `/mcp`: the Model Context Protocol (up to 2025-11-25, streamable HTTP) without sessions, so that
 * any gateway may answer any request. The key has been checked before.
 */
export const createMcp = ({ publicUrl, origins, charge }: McpDeps): Mcp => {
  const ownCalls = createOwnCalls();
  let loading: ReturnType<typeof loadServer> | undefined;
  const allowed = new Set([new URL(publicUrl).origin, ...origins]);
  const router = Router({ caseSensitive: true });

  const refuseOtherOrigins: RequestHandler = (request, _response, next) => {
    const { origin } = request.headers;
    // Against DNS rebinding, as the protocol requires; programs send no Origin.
    if (origin !== undefined && !allowed.has(origin))
      throw forbidden('Pages of this origin may not use /mcp; CORS_ORIGINS names those that may.');
    // A console's session isn't enough: the tools send the key on.
    if (request.headers.authorization === undefined) throw unauthenticated();
    next();
  };

  /** True if a stream of one event is the only answer that the client takes. */
  const takesEventsOnly = (request: Request): boolean =>
    request.accepts('application/json', 'text/event-stream') === 'text/event-stream' &&
    request.accepts('application/json') === false;

  /**
   * The SDK refuses whoever doesn't name both types. We answer with the one that the client takes,
   * so a wildcard, one of the two and no header are welcome as well.
   */
  const acceptAll: RequestHandler = (request, response, next) => {
    response.locals['takesEventsOnly'] = takesEventsOnly(request);
    if (request.accepts('application/json', 'text/event-stream') !== false) {
      request.headers.accept = BOTH_TYPES;
      const at = request.rawHeaders.findIndex((name, index) => index % 2 === 0 && /^accept$/i.test(name));
      if (at === -1) request.rawHeaders.push('Accept', BOTH_TYPES);
      else request.rawHeaders[at + 1] = BOTH_TYPES;
    }
    next();
  };

  router
    .route('/mcp')
    .post(refuseOtherOrigins, acceptAll, express.json({ limit: BODY_LIMIT }), async (request, response) => {
      const { caller } = contextOf(response);
      // A batch is answered message by message.
      if (caller && Array.isArray(request.body)) charge(caller, request.body.length);
      loading ??= loadServer();
      const { StreamableHTTPServerTransport, createMcpServer, resources } = await loading;
      const server = createMcpServer({
        callPlatform: ownCalls.callsFor(request, response),
        scopes: caller?.scopes ?? [],
        resources,
      });
      const transport = new StreamableHTTPServerTransport({
        enableJsonResponse: response.locals['takesEventsOnly'] !== true,
      });
      response.once('close', () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response, request.body);
    })
    .all(() => {
      throw methodNotAllowed(['POST']);
    });
  router.use('/mcp', answerUnreadable);
  return { router, restoreAddress: ownCalls.restoreAddress };
};
