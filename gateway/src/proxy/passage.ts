import type { ClientRequest } from 'node:http';

import { badRequest, gatewayTimeout, unavailable } from '@platform/errors';
import type { AppError } from '@platform/errors';
import type { NextFunction, Request, Response } from 'express';

import { watchSize } from './body-limit.ts';

/** One request on its way to a service and back. */
export interface Passage {
  /** When it began, by performance.now(). */
  readonly begun: number;
  /** True while the request may be sent once more. */
  mayRepeat: boolean;
  /** The request to the service has a socket (perhaps not connected yet); its body will flow next. */
  started(outgoing: ClientRequest): void;
  /** The service has begun to answer. */
  answered(): void;
  /** Nothing more comes from the service: the client is told why, if it can still be told. False if that was known. */
  failed(fault: AppError): boolean;
  /** True while nothing has come from the service. */
  awaitsAnswer(): boolean;
  /** True if the failed attempt went over a connection that an earlier request had used. */
  usedOldConnection: () => boolean;
}

export interface PassageOptions {
  area: string;
  request: Request;
  response: Response;
  next: NextFunction;
  bodyLimit: number;
  /** True if it would do no harm to send the request twice. */
  mayRepeat: boolean;
  /** Until the service begins to answer, from the last byte of the request on. */
  timeoutMilliseconds: number;
  onTimeout: (fault: AppError) => void;
}

const CONNECT_MILLISECONDS = 1_500;
const DISCARD_MILLISECONDS = 5_000;

const after = (milliseconds: number, action: () => void): NodeJS.Timeout =>
  setTimeout(action, milliseconds).unref();

/** A client may be in the middle of a large body: the rest is read and thrown away, for a while. */
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
 * Keeps the times and the size of one passage. Timers of our own tell a service that is slow from one that broke off,
 * which look alike to the proxy.
 */
export const createPassage = (options: PassageOptions): Passage => {
  const { area, request, response, next, bodyLimit, timeoutMilliseconds } = options;
  let outgoing: ClientRequest | undefined;
  let connecting: NodeJS.Timeout | undefined;
  let state: 'waiting' | 'answered' | 'failed' = 'waiting';

  const stop = (fault: AppError): void => {
    failed(fault);
    outgoing?.destroy();
  };

  const waiting = after(timeoutMilliseconds, () => {
    // A body that doesn't come although the service would take more is the client's doing.
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

  const failed = (fault: AppError): boolean => {
    if (state === 'failed') return false;
    state = 'failed';
    endTimers();
    if (!response.destroyed) {
      discardBody(request);
      next(fault);
    }
    return true;
  };

  response.once('close', endTimers);

  return {
    begun: performance.now(),
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
          stop(unavailable(`The ${area} service can not be reached at the moment.`));
        });
        socket.once('connect', () => {
          clearTimeout(connecting);
        });
      }
      // While the body flows the service isn't late.
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
};
