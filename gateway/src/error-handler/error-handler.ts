import { requestIdOf, sendError, toAppError } from '@platform/http';
import type { Logger } from '@platform/runtime';
import type { ErrorRequestHandler } from 'express';
import { contextOf } from '../request-context/request-context.ts';
import { dialectOf } from '../routing-table.ts';
import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { KIND_CODES } from '@platform/errors';

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
