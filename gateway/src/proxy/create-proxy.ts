import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

import { unavailable } from '@platform/errors';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Plugin } from 'http-proxy-middleware';

import { exchangeOf } from '../exchange.ts';
import { refuseAnnouncedSize } from './body-limit.ts';
import { createPassage } from './passage.ts';
import { answerHeaders } from './upstream-headers.ts';
import { isBrokenConnection, toUpstreamFault } from './upstream-fault.ts';

export interface ProxyOptions {
  /** Names the service in messages. */
  area: string;
  /** Base address of the service. */
  target: string;
  /** Until the service begins to answer. */
  timeoutMilliseconds: number;
  onFault?: (kind: string) => void;
}

export interface Proxy {
  /** Passes a request on, body and answer streaming. Faults go to `next`. */
  forward(request: Request, response: Response, next: NextFunction, bodyLimit: number): void;
  close(): void;
}

const MAX_CONNECTIONS = 2_048;
/** A failure that took this long would cost every request as much, so the service is left alone for a moment. */
const SLOW_FAILURE_MILLISECONDS = 20;
const PAUSE_MILLISECONDS = 1_000;

const ignore = (): void => undefined;

/** True if the client is gone, which ends the request to the service without being its fault. */
const hasLeft = (response: Response): boolean => response.destroyed && response.errored === null;

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Methods that may be sent again when nobody knows whether the first try arrived (RFC 9110, 9.2.2). */
const mayRepeat = (request: Request): boolean =>
  !hasBody(request) && ['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'].includes(request.method);

/**
 * Connections are kept as long as the service says (`Keep-Alive: timeout=70`), less a second. A timeout of the agent's own
 * would cost listeners on each request; connections that stall are ended by the server's (see main.ts).
 */
const createAgent = (target: string): Agent => {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: 256 };
  return target.startsWith('https:') ? new TlsAgent(options) : new Agent(options);
};

/** The way to one service, made once at boot. Bodies are never parsed or kept here. */
export const createProxy = ({ area, target, timeoutMilliseconds, onFault }: ProxyOptions): Proxy => {
  const agent = createAgent(target);
  let pausedUntil = 0;

  const fail = (error: unknown, request: Request, response: Response): void => {
    const { passage } = exchangeOf(response);
    if (!passage) return;
    const { usedOldConnection } = passage;
    if (usedOldConnection() && passage.mayRepeat && passage.awaitsAnswer() && isBrokenConnection(error)) {
      passage.mayRepeat = false;
      send(request, response);
      return;
    }
    const fault = toUpstreamFault(error, area);
    if (!passage.failed(fault) || hasLeft(response)) return;
    const now = performance.now();
    if (fault.kind === 'unavailable' && now - passage.begun > SLOW_FAILURE_MILLISECONDS)
      pausedUntil = now + PAUSE_MILLISECONDS;
    onFault?.(fault.kind);
  };

  const follow: Plugin<Request, Response> = (server) => {
    server.on('proxyReq', (outgoing, _request, response) => exchangeOf(response).passage?.started(outgoing));
    server.on('proxyRes', (answer, _request, response) => {
      exchangeOf(response).passage?.answered();
      answer.headers = answerHeaders(answer.headers, response.shouldKeepAlive);
    });
    server.on('error', (error, request, response) => {
      // A response that is none belongs to an upgrade, which this gateway doesn't do.
      if (request && response && 'locals' in response) fail(error, request, response);
    });
    server.on('econnreset', fail);
  };

  const proxy = createProxyMiddleware<Request, Response>({
    target,
    agent,
    changeOrigin: true,
    xfwd: false,
    // The default plugins log, and answer faults in plain text.
    ejectPlugins: true,
    plugins: [follow],
  });

  /** Faults arrive as events; what `next` would be given has been dealt with by then. */
  const send = (request: Request, response: Response): void => void proxy(request, response, ignore);

  return {
    forward(request, response, next, bodyLimit) {
      refuseAnnouncedSize(request, bodyLimit);
      if (pausedUntil > 0 && performance.now() < pausedUntil)
        throw unavailable(`The ${area} service can not be reached at the moment.`);
      exchangeOf(response).passage = createPassage({
        ...{ area, request, response, next, bodyLimit, timeoutMilliseconds },
        mayRepeat: mayRepeat(request),
        onTimeout: ({ kind }) => onFault?.(kind),
      });
      send(request, response);
    },
    close() {
      agent.destroy();
    },
  };
};
