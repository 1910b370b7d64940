import { unavailable } from '@platform/errors';
import type { NextFunction, Request, Response } from 'express';
import type { Plugin } from 'http-proxy-middleware';

import { refuseAnnouncedSize } from './body-limit.ts';
import type { CircuitState } from './circuit.ts';
import { createForwarding } from './forwarding.ts';
import type { Forwarding } from './forwarding.ts';
import { createTarget } from './target.ts';
import type { Target } from './target.ts';
import { createTargetPool } from './target-pool.ts';
import { answerHeaders, hasClockSkew, meteringOf } from './answer-headers.ts';
import type { Metering } from './answer-headers.ts';
import { isBrokenConnection, isUnreachable, toUpstreamError } from './upstream-error.ts';

export interface ProxyOptions {
  /** Names the service in messages. */
  area: string;
  /** Base addresses of the service's instances, separated by commas. */
  target: string;
  /** Allowed until the service begins to answer. */
  timeoutMilliseconds: number;
  onError?: (kind: string) => void;
  /** Called when the service begins to answer, with what it says about the request. */
  onAnswer?: (response: Response, metering: Metering) => void;
  /** Called when an instance fails or is well again. */
  onState?: (url: string, state: CircuitState) => void;
}

export interface Proxy {
  /** Forwards a request, streaming the body and the answer. Errors go to `next`. */
  forward(request: Request, response: Response, next: NextFunction, bodyLimit: number): void;
  close(): void;
}

/**
 * After a failure this slow an instance is skipped for a moment, so that not every request pays for
 * it.
 */
const SLOW_FAILURE_MILLISECONDS = 20;
const PAUSE_MILLISECONDS = 1_000;

/** Tells a service how long its answer will be waited for, so that it does nothing in vain. */
const TIMEOUT_HEADER = 'x-timeout-ms';

/** The base addresses in a setting. */
export const targetsIn = (setting: string): string[] => setting.split(',').map((url) => url.trim());

/**
 * True if the client disconnected, which aborts the request to the service through no fault of the
 * service.
 */
const hasLeft = (response: Response): boolean => response.destroyed && response.errored === null;

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * True for requests that may be sent again when nobody knows whether the first try arrived (RFC
 * 9110, 9.2.2).
 */
const mayRepeat = (request: Request): boolean =>
  !hasBody(request) && ['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'].includes(request.method);

/** Forwards requests to the instances of one service. */
export const createProxy = (options: ProxyOptions): Proxy => {
  const { area, timeoutMilliseconds, onError, onAnswer } = options;
  const timeoutText = String(timeoutMilliseconds);
  const forwardings = new WeakMap<Response, Forwarding>();

  const send = (target: Target, forwarding: Forwarding, request: Request, response: Response): void => {
    forwarding.target = target;
    target.pending += 1;
    target.send(request, response);
  };

  /** Who gets the request once more, if anybody. */
  const nextTarget = (cause: unknown, forwarding: Forwarding): Target | undefined => {
    const { target } = forwarding;
    if (!forwarding.mayRepeat || !forwarding.awaitsAnswer()) return undefined;
    const isBroken = isBrokenConnection(cause);
    if (!isBroken && !isUnreachable(cause)) return undefined;
    // An old connection may have been closed for want of use, which says nothing about its instance.
    return pool.other(target) ?? (isBroken && forwarding.usedOldConnection() ? target : undefined);
  };

  const fail = (cause: unknown, request: Request, response: Response): void => {
    const forwarding = forwardings.get(response);
    if (!forwarding) return;
    const { target } = forwarding;
    if (forwarding.awaitsAnswer()) target.circuit.failed(isUnreachable(cause));
    const next = nextTarget(cause, forwarding);
    if (next) {
      target.pending -= 1;
      forwarding.mayRepeat = false;
      const left = forwarding.begun + timeoutMilliseconds - performance.now();
      request.headers[TIMEOUT_HEADER] = String(Math.max(0, Math.floor(left)));
      send(next, forwarding, request, response);
      return;
    }
    const error = toUpstreamError(cause, area);
    if (!forwarding.failed(error) || hasLeft(response)) return;
    const now = performance.now();
    if (error.kind === 'unavailable' && now - forwarding.begun > SLOW_FAILURE_MILLISECONDS)
      target.pausedUntil = now + PAUSE_MILLISECONDS;
    onError?.(error.kind);
  };

  const follow: Plugin<Request, Response> = (server) => {
    server.on('proxyReq', (outgoing, _request, response) => forwardings.get(response)?.started(outgoing));
    server.on('proxyRes', (answer, _request, response) => {
      const forwarding = forwardings.get(response);
      forwarding?.answered();
      forwarding?.target.circuit.succeeded();
      if (hasClockSkew(answer.headers)) onError?.('clock_skew');
      onAnswer?.(response, meteringOf(answer.headers));
      answer.headers = answerHeaders(
        answer.headers,
        response.shouldKeepAlive,
        response.getHeader('vary') as string | undefined,
      );
    });
    server.on('error', (error, request, response) => {
      // Without a full response this is a protocol upgrade, which the gateway does not support.
      if (request && response && 'locals' in response) fail(error, request, response);
    });
    server.on('econnreset', fail);
  };

  const pool = createTargetPool(
    targetsIn(options.target).map((url) =>
      createTarget({ url, plugin: follow, onChange: (state) => options.onState?.(url, state) }),
    ),
  );

  return {
    forward(request, response, next, bodyLimit) {
      refuseAnnouncedSize(request, bodyLimit);
      const target = pool.choose();
      if (!target) throw unavailable(`The ${area} service cannot be reached at the moment.`);
      const forwarding = createForwarding({
        area,
        target,
        request,
        response,
        next,
        bodyLimit,
        timeoutMilliseconds,
        mayRepeat: mayRepeat(request),
        onTimeout: ({ kind }) => onError?.(kind),
      });
      forwardings.set(response, forwarding);
      request.headers[TIMEOUT_HEADER] = timeoutText;
      send(target, forwarding, request, response);
    },
    close: pool.close,
  };
};
