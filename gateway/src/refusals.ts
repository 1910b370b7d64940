import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';

import { requestIdOf, sendError, toAppError } from '@platform/http';
import type { Logger } from '@platform/runtime';
import type { ErrorRequestHandler } from 'express';

import { exchangeOf } from './exchange.ts';
import { dialectOf } from './upstreams.ts';

/** Answers every fault in the words of the area that was asked. */
export const answerFaults =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const fault = toAppError(error);
    const { route, path } = exchangeOf(response);
    exchangeOf(response).failure = fault.kind;
    if (fault.kind === 'internal')
      logger.error({ err: fault.cause ?? fault, request_id: requestIdOf(response) }, fault.message);
    else if (fault.cause !== undefined)
      logger.warn({ err: fault.cause, request_id: requestIdOf(response) }, fault.message);
    if (!response.headersSent) {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
    sendError(fault, route?.dialect ?? dialectOf(path ?? request.url), response);
  };

const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/** True while an answer to an earlier request is on its way: what is written now would become a part of it. */
const isAnswering = (socket: Socket): boolean =>
  // Node's own answer to unreadable requests looks there, too; nothing public tells.
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;

/**
 * Answers what isn't HTTP, or is more of it than the server reads. There is no path yet that would tell the area, so
 * the answer is in the management dialect.
 */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
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
  const body = JSON.stringify({ message, status, request_id: id });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
