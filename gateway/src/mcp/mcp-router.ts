import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { forbidden, methodNotAllowed, unauthenticated } from '@platform/errors';
import express, { Router } from 'express';
import type { RequestHandler } from 'express';
import { createOwnCalls } from './own-calls.ts';
import type { OwnCalls, CallPlatform } from './own-calls.ts';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { createReadData, RefusedCall } from './tool.ts';
import { COLOR_TOOLS } from './tools/color-tools.ts';
import { REPORT_TOOLS } from './tools/report-tools.ts';
import { STATISTICS_TOOLS } from './tools/statistics-tools.ts';

const INSTRUCTIONS =
  'Website statistics, page reports and colour palettes of one organisation. Ids come from list_websites ' +
  'and from what the tools create. A refusal says what is missing, such as one of the key’s scopes.';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 1);

/** The MCP server for one request: each of its tools sends ordinary requests with the client's key. */
const createMcpServer = (callPlatform: CallPlatform): McpServer => {
  const server = new McpServer(
    { name: 'design-and-analytics', title: 'Design and Analytics', version: '1' },
    { instructions: INSTRUCTIONS },
  );
  const read = createReadData(callPlatform);
  for (const { name, title, description, input, readOnly, run } of [
    ...STATISTICS_TOOLS,
    ...REPORT_TOOLS,
    ...COLOR_TOOLS,
  ])
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: {
          readOnlyHint: readOnly,
          destructiveHint: false,
          openWorldHint: name === 'report_page',
        },
      },
      async (given: unknown): Promise<CallToolResult> => {
        try {
          return { content: [{ type: 'text', text: textOf(await run(given as never, read)) }] };
        } catch (error) {
          if (!(error instanceof RefusedCall)) throw error;
          return { isError: true, content: [{ type: 'text', text: error.message }] };
        }
      },
    );
  return server;
};

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
