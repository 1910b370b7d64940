import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { forbidden, methodNotAllowed, unauthenticated } from '@platform/errors';
import express, { Router } from 'express';
import type { RequestHandler } from 'express';

import { createMcpServer } from './mcp-server.ts';
import { createOwnCalls } from './own-calls.ts';
import type { OwnCalls } from './own-calls.ts';

export interface McpDeps {
  /** Base address of the platform: pages from there may call. */
  publicUrl: string;
  /** Other origins whose pages may; `*` names none here. */
  origins: readonly string[];
}

export interface Mcp {
  router: Router;
  /** To be run before a request's address is looked at. */
  restoreAddress: OwnCalls['restoreAddress'];
}

const BODY_LIMIT = '100kb';
const BOTH_TYPES = 'application/json, text/event-stream';

/**
 * `/mcp`: the Model Context Protocol (2025-06-18, streamable HTTP) without sessions, so that any
 * gateway may answer any request. The key has been checked before. Its tools are written by hand,
 * eight for 135 operations: an assistant chooses badly among a hundred.
 */
export const createMcp = ({ publicUrl, origins }: McpDeps): Mcp => {
  const ownCalls = createOwnCalls();
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

  /**
   * The SDK refuses whoever doesn't name both types. The answer is JSON in any case, so all that
   * takes JSON is welcome, a wildcard and no header included.
   */
  const acceptAll: RequestHandler = (request, _response, next) => {
    if (request.accepts('application/json') !== false) {
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
      const server = createMcpServer(ownCalls.callsFor(request, response));
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.once('close', () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response, request.body);
    })
    .all(() => {
      throw methodNotAllowed(['POST']);
    });
  return { router, restoreAddress: ownCalls.restoreAddress };
};
