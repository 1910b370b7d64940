import type { ClientRequest } from 'node:http';

import { badRequest, gatewayTimeout, unavailable } from '@platform/errors';
import type { AppError } from '@platform/errors';
import type { NextFunction, Request, Response } from 'express';

import { watchSize } from './body-limit.ts';
import type { Target } from './target.ts';

/** One request on its way to a service and back. */
export interface Forwarding {
  /** When it began, by performance.now(). */
  readonly begun: number;
  /** The instance that has the request. */
  target: Target;
  /** True while the request may be sent once more. */
  mayRepeat: boolean;
  /** The request to the service has a socket, perhaps still connecting; the body follows. */
  started(outgoing: ClientRequest): void;
  /** The service has begun to answer. */
  answered(): void;
  /**
   * Ends the forwarding and tells the client why, if it still can be told. Returns false if it had
   * failed already.
   */
  failed(error: AppError): boolean;
  /** True until the service begins to answer. */
  awaitsAnswer(): boolean;
  /** True if the failed attempt used a connection that had served an earlier request. */
  usedOldConnection: () => boolean;
}

export interface ForwardingOptions {
  area: string;
  target: Target;
  request: Request;
  response: Response;
  next: NextFunction;
  bodyLimit: number;
  /** True if sending the request twice does no harm. */
  mayRepeat: boolean;
  /** Allowed between the last byte of the request and the start of the answer. */
  timeoutMilliseconds: number;
  onTimeout: (error: AppError) => void;
}

const CONNECT_MILLISECONDS = 1_500;
const DISCARD_MILLISECONDS = 5_000;

const after = (milliseconds: number, action: () => void): NodeJS.Timeout =>
  setTimeout(action, milliseconds).unref();

/**
 * Reads the rest of a large body and drops it for a while, so that the client gets to read the
 * answer.
 */
const discardBody = (request: Request): void => {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  const timer = after(DISCARD_MILLISECONDS, () => request.destroy());
  request.once('close', () => {
    clearTimeout(timer);
  });
};

/**
 * Enforces the timeouts and the body limit of one forwarded request. It has its own timers because
 * the proxy reports a slow service and a broken connection with the same error.
 */
export const createForwarding = (options: ForwardingOptions): Forwarding => {
  const { area, request, response, next, bodyLimit, timeoutMilliseconds } = options;
  let outgoing: ClientRequest | undefined;
  let connecting: NodeJS.Timeout | undefined;
  let state: 'waiting' | 'answered' | 'failed' = 'waiting';

  const stop = (error: AppError): void => {
    failed(error);
    outgoing?.destroy();
  };

  const waiting = after(timeoutMilliseconds, () => {
    // If the service would accept more of the body, the client is the one who is late.
    const clientIsLate = !request.complete && outgoing?.writableNeedDrain === false;
    const late = clientIsLate
      ? badRequest('The request body took too long to arrive.')
      : gatewayTimeout(`The ${area} service took too long to answer.`);
    options.onTimeout(late);
    stop(late);
  });

  const endTimers = (): void => {
    clearTimeout(waiting);
    clearTimeout(connecting);
  };

  const failed = (error: AppError): boolean => {
    if (state === 'failed') return false;
    state = 'failed';
    endTimers();
    if (!response.destroyed) {
      discardBody(request);
      next(error);
    }
    return true;
  };

  response.once('close', () => {
    endTimers();
    forwarding.target.pending -= 1;
  });

  const forwarding: Forwarding = {
    begun: performance.now(),
    target: options.target,
    mayRepeat: options.mayRepeat,
    started(current) {
      outgoing = current;
      if (state === 'failed') {
        current.destroy();
        return;
      }
      const { socket } = current;
      if (socket?.connecting) {
        connecting = after(CONNECT_MILLISECONDS, () => {
          stop(unavailable(`The ${area} service cannot be reached at the moment.`));
        });
        socket.once('connect', () => {
          clearTimeout(connecting);
        });
      }
      // The service is not late while the body is still arriving.
      if (!request.complete) request.on('data', () => waiting.refresh());
      watchSize(request, bodyLimit, stop);
    },
    answered() {
      if (state === 'waiting') state = 'answered';
      endTimers();
    },
    failed,
    awaitsAnswer: () => state === 'waiting' && !response.headersSent && !response.destroyed,
    usedOldConnection: () => outgoing?.reusedSocket ?? false,
  };
  return forwarding;
};
