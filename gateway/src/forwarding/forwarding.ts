import type { IncomingMessage } from 'node:http';

import { badRequest, gatewayTimeout } from '@platform/errors';
import type { AppError } from '@platform/errors';
import type { OutgoingSpan } from '@platform/tracing';

import type { RequestContext } from '../request-context/request-context.ts';
import { hasClockSkew } from './answer-headers.ts';
import type { Deadlines, Due } from './deadlines.ts';
import { discardBody } from './discard-body.ts';
import type { Instance } from './target-pool.ts';

/** One attempt to get a request answered by an instance, whichever way it is sent. */
export interface Attempt {
  /** Abandons the attempt. */
  destroy(): void;
  /** True if it waits for more of the client's body rather than for the service. */
  readonly awaitsBody: boolean;
  /** True if it used a connection that had served an earlier request. */
  readonly usedOldConnection: boolean;
}

/** A means of sending requests to one instance. */
export interface Way {
  /** Sends a forwarding's request and reports the outcome to it. */
  send(forwarding: Forwarding): void;
  close(): void;
}

/** Settings that all requests to one service have in common. */
export interface Journey {
  area: string;
  deadlines: Deadlines;
  /** Passes an error to whatever answers it. */
  fail: (context: RequestContext, error: AppError) => void;
  /** Called when the service begins to answer, with these headers. */
  onAnswer: (forwarding: Forwarding, headers: IncomingMessage['headers']) => void;
  /**
   * Called when an instance refuses the gateway's identity, before it does anything.
   * @returns true if another instance gets the request
   */
  onRefusal: (forwarding: Forwarding) => boolean;
  /** Called when an attempt fails. */
  onFailure: (forwarding: Forwarding, cause: unknown) => void;
  onTimeout: (error: AppError) => void;
}

/** One request on its way to a service and back: its deadline and its outcome so far. */
export class Forwarding implements Due {
  readonly journey: Journey;
  readonly context: RequestContext;
  /** Its start, by performance.now(). */
  readonly begun: number;
  /** Headers for the service: names and values in turn. */
  readonly headers: string[];
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  /** The instance that is handling the request. */
  target: Instance;
  attempt: Attempt | undefined;
  /** The current attempt in a trace. */
  span: OutgoingSpan | undefined;
  /** A small body that was read, to be sent once more. */
  body: Buffer | null | undefined;
  /** True while the request may be sent once more. */
  mayRepeat = false;
  state: 'waiting' | 'answered' | 'failed' = 'waiting';
  dueAt = 0;
  earlier: Due | undefined;
  later: Due | undefined;

  constructor(
    journey: Journey,
    context: RequestContext,
    target: Instance,
    headers: string[],
    bodyLimit: number,
  ) {
    this.journey = journey;
    this.context = context;
    this.target = target;
    this.headers = headers;
    this.bodyLimit = bodyLimit;
    this.begun = performance.now();
    context.forwarding = this;
    journey.deadlines.start(this);
  }

  /** The service is not late while the body is still arriving. */
  bodyArrives(): void {
    if (this.state === 'waiting') this.journey.deadlines.start(this);
  }

  /** True if another instance gets the request, as this one's clock makes it refuse the gateway. */
  goesElsewhere(headers: IncomingMessage['headers']): boolean {
    return hasClockSkew(headers) && this.journey.onRefusal(this);
  }

  /** The service has begun to answer. */
  answered(headers: IncomingMessage['headers']): void {
    if (this.state === 'waiting') this.state = 'answered';
    this.journey.deadlines.end(this);
    // One that refuses everything is left out, as if it were away.
    if (hasClockSkew(headers)) this.target.circuit.failed(true);
    else this.target.circuit.succeeded();
    this.journey.onAnswer(this, headers);
  }

  /** True until the service begins to answer. */
  awaitsAnswer(): boolean {
    const { response } = this.context;
    return this.state === 'waiting' && !response.headersSent && !response.destroyed;
  }

  /** The current attempt failed. */
  broke(cause: unknown): void {
    this.journey.onFailure(this, cause);
  }

  /**
   * Ends the forwarding and tells the client why, if it still can. Returns false if the forwarding
   * had already failed.
   * @param hangsUp abandons the current attempt first: a service that resumes after a freeze has to
   *   find the connection closed by the time the client knows
   */
  failed(error: AppError, hangsUp = false): boolean {
    if (this.state === 'failed') return false;
    this.state = 'failed';
    this.journey.deadlines.end(this);
    if (hangsUp) this.attempt?.destroy();
    const { request, response } = this.context;
    if (!response.destroyed) {
      discardBody(request);
      this.journey.fail(this.context, error);
    }
    return true;
  }

  /** Fails, and abandons the current attempt. */
  stop(error: AppError): void {
    if (!this.failed(error, true)) this.attempt?.destroy();
  }

  expire(): void {
    const { area } = this.journey;
    const isClientLate = !this.context.request.complete && this.attempt?.awaitsBody === true;
    const late = isClientLate
      ? badRequest('The request body took too long to arrive.')
      : gatewayTimeout(`The ${area} service took too long to answer.`);
    this.journey.onTimeout(late);
    this.stop(late);
  }

  /** The answer is complete, or the client has left. */
  closed(): void {
    this.journey.deadlines.end(this);
    this.target.pending -= 1;
    const { response } = this.context;
    this.span?.end(response.headersSent ? { status: response.statusCode } : {});
    if (!response.writableFinished) this.attempt?.destroy();
  }
}
