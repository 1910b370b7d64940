import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { KIND_CODES } from '@platform/errors';
import { requestIdOf, sendError, toAppError } from '@platform/http';
import type { TrustsProxy, Logger } from '@platform/runtime';
import type { ErrorRequestHandler } from 'express';

import type { Cors } from './access-control/cors.ts';
import { refuseAmbiguousRequest } from './access-control/request-path.ts';
import { hasBody } from './forwarding/request-body.ts';
import { discardBody } from './forwarding/forwarding.ts';
import { openContext, contextOf } from './request-context/request-context.ts';
import type { RequestContext } from './request-context/request-context.ts';
import { dialectOf } from './routing-table.ts';

export interface RequestListenerDeps {
  /** Tells which proxies in front are trusted with X-Forwarded-* headers. */
  trustsProxy: TrustsProxy;
  /** Restores the client's address for calls that this process sends to itself. */
  restoreAddress: (context: RequestContext) => void;
  /** Lets pages of other origins read refusals of what no route was found for. */
  cors: Cors;
  /** Logs a request whose answer is complete. */
  record: (context: RequestContext) => void;
}

export interface GatewayListener {
  /** Lets the gateway itself answer a request. */
  serveOwn: (context: RequestContext) => void;
  /** Lets the gateway answer an error. */
  fail: (context: RequestContext, error: unknown) => void;
  /**
   * The listener of the gateway's server. Forwarded requests never reach Express.
   * @param control decides who answers
   * @param own Express: the gateway's own endpoints, and errors
   */
  listen: (control: (context: RequestContext) => Promise<void>, own: RequestListener) => RequestListener;
}

/** Takes each request into the gateway, and sends the answers that no service produced. */
export const createRequestListener = (deps: RequestListenerDeps): GatewayListener => {
  const { trustsProxy, restoreAddress, cors, record } = deps;
  let answerOwn: RequestListener = () => undefined;

  const serveOwn: GatewayListener['serveOwn'] = (context) => {
    context.setHeader('X-Content-Type-Options', 'nosniff');
    context.applyHeaders();
    answerOwn(context.request, context.response);
  };

  const fail: GatewayListener['fail'] = (context, error) => {
    context.error = error;
    // A request that can't be read has no route, and no preflight is answered for it.
    if (context.route === undefined) cors(context, undefined);
    if (hasBody(context.request)) discardBody(context.request);
    serveOwn(context);
  };

  return {
    serveOwn,
    fail,
    listen(control, own) {
      answerOwn = own;
      return (request, response) => {
        const context = openContext(request, response, trustsProxy);
        if (request.url?.startsWith('/health/')) {
          serveOwn(context);
          return;
        }
        restoreAddress(context);
        response.on('close', () => {
          context.forwarding?.closed();
          record(context);
        });
        try {
          refuseAmbiguousRequest(request);
        } catch (error) {
          fail(context, error);
          return;
        }
        control(context).catch((error: unknown) => {
          fail(context, error);
        });
      };
    },
  };
};

const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/**
 * True while an earlier request on the socket is being answered: anything written now would end up
 * inside that answer.
 */
const isAnswering = (socket: Socket): boolean =>
  // There is no public way to tell. Node's own handler for unreadable requests reads the same
  // field.
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;

/**
 * Handles `clientError`: answers requests that are not valid HTTP, or exceed the server's limits.
 * The path is unknown at this point, so the answer is in the management dialect.
 */
const answerUnreadableRequest = (
  error: NodeJS.ErrnoException,
  socket: Socket,
  origins: readonly string[],
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = UNREADABLE[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not valid HTTP.',
  ];
  const id = randomUUID();
  const body = JSON.stringify({ message, code: KIND_CODES.bad_request, status, request_id: id });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'X-Content-Type-Options: nosniff',
    // Which origin asks can't be read either.
    ...(origins.includes('*') ? ['Access-Control-Allow-Origin: *'] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/**
 * Has the gateway answer what Node.js would answer by itself, without what the contract promises.
 * @param origins the origins that may read answers; `*` for all
 */
export const answerEveryRequest = (server: Server, origins: readonly string[]): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerUnreadableRequest(error, socket, origins);
  });
  // Expectations other than 100-continue may go unmet (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
};

/** Answers every error in the dialect of the area that was called, and logs those with a cause. */
export const createErrorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (thrown: unknown, request, response, _next) => {
    const error = toAppError(thrown);
    const context = contextOf(response);
    context.failure = error.kind;
    if (error.kind === 'internal')
      logger.error({ err: error.cause ?? error, request_id: requestIdOf(response) }, error.message);
    else if (error.cause !== undefined)
      logger.warn({ err: error.cause, request_id: requestIdOf(response) }, error.message);
    if (!response.headersSent) {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
    sendError(error, context.route?.dialect ?? dialectOf(context.path ?? request.url), response);
  };
