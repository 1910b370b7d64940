import { Agent } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

import { unavailable } from '@platform/errors';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Plugin } from 'http-proxy-middleware';

import { refuseAnnouncedSize } from './body-limit.ts';
import { createPassage } from './passage.ts';
import type { Passage } from './passage.ts';
import { cleanAnswerHeaders } from './upstream-headers.ts';
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

/** A connection on which nothing has moved for this long, in either direction, is given up. */
const STALLED_MILLISECONDS = 120_000;
/** Below the services' 70 s, so that this side closes idle connections (see @platform/runtime). */
const IDLE_MILLISECONDS = 65_000;
const MAX_CONNECTIONS = 2_048;
/** A failure that took this long would cost every request as much, so the service is left alone for a moment. */
const SLOW_FAILURE_MILLISECONDS = 20;
const PAUSE_MILLISECONDS = 1_000;

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Methods that may be sent again when nobody knows whether the first try arrived (RFC 9110, 9.2.2). */
const mayRepeat = (request: Request): boolean =>
  !hasBody(request) && ['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'].includes(request.method);

const createAgent = (target: string): Agent => {
  const options = {
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: 256,
    timeout: IDLE_MILLISECONDS,
  };
  return target.startsWith('https:') ? new TlsAgent(options) : new Agent(options);
};

/** The way to one service, made once at boot. Bodies are never parsed or kept here. */
export const createProxy = ({ area, target, timeoutMilliseconds, onFault }: ProxyOptions): Proxy => {
  const agent = createAgent(target);
  const passages = new WeakMap<IncomingMessage, { passage: Passage; begun: number; repeat?: () => void }>();
  let pausedUntil = 0;

  const fail = (error: unknown, request: IncomingMessage): void => {
    const trip = passages.get(request);
    if (!trip) return;
    const { passage, begun, repeat } = trip;
    if (repeat && isBrokenConnection(error) && passage.awaitsAnswer() && passage.usedOldConnection()) {
      delete trip.repeat;
      repeat();
      return;
    }
    const fault = toUpstreamFault(error, area);
    const now = performance.now();
    if (fault.kind === 'unavailable' && now - begun > SLOW_FAILURE_MILLISECONDS)
      pausedUntil = now + PAUSE_MILLISECONDS;
    onFault?.(fault.kind);
    passage.failed(fault);
  };

  const follow: Plugin<Request, Response> = (server) => {
    server.on('proxyReq', (outgoing, request) => passages.get(request)?.passage.started(outgoing));
    server.on('proxyRes', (answer, request, response) => {
      passages.get(request)?.passage.answered();
      cleanAnswerHeaders(answer.headers, response.shouldKeepAlive);
    });
    server.on('error', (error, request) => {
      if (request) fail(error, request);
    });
    server.on('econnreset', (error, request) => {
      fail(error, request);
    });
  };

  const proxy = createProxyMiddleware<Request, Response>({
    target,
    agent,
    changeOrigin: true,
    xfwd: false,
    proxyTimeout: STALLED_MILLISECONDS,
    // The default plugins log, and answer faults in plain text.
    ejectPlugins: true,
    plugins: [follow],
  });

  return {
    forward(request, response, next, bodyLimit) {
      refuseAnnouncedSize(request, bodyLimit);
      const begun = performance.now();
      if (begun < pausedUntil) throw unavailable(`The ${area} service can not be reached at the moment.`);
      const passage = createPassage({ area, request, response, next, bodyLimit, timeoutMilliseconds });
      // Faults arrive as events; what `next` would be given has been dealt with by then.
      const send = (): void => void proxy(request, response, () => undefined);
      passages.set(request, { passage, begun, ...(mayRepeat(request) ? { repeat: send } : {}) });
      send();
    },
    close() {
      agent.destroy();
    },
  };
};
