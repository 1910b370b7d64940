import type { IncomingMessage } from 'node:http';
import { badRequest, gatewayTimeout } from '@platform/errors';
import type { AppError } from '@platform/errors';
import type { OutgoingSpan } from '@platform/tracing';
import type { RequestContext } from '../request-context/request-context.ts';
import { hasClockSkew } from './headers.ts';
import type { Instance } from './target-pool.ts';

/** Something that has to happen before a deadline; a node in the linked list of deadlines. */
interface Due {
  /** By performance.now(). */
  dueAt: number;
  earlier: Due | undefined;
  later: Due | undefined;
  /** Called when the deadline has passed. */
  expire(): void;
}

interface Deadlines {
  /** Sets or resets the deadline of something. */
  start(due: Due): void;
  /** Removes a deadline, if there is one. */
  end(due: Due): void;
}

/**
 * Deadlines that are all equally far ahead, so they pass in the order in which they were set. One
 * timer serves them all: a timer per request would cost more than the rest of its bookkeeping.
 * @param milliseconds how far ahead
 */
export const createDeadlines = (milliseconds: number): Deadlines => {
  let first: Due | undefined;
  let last: Due | undefined;
  let isSet = false;

  const end = (due: Due): void => {
    if (due.earlier) due.earlier.later = due.later;
    else if (first === due) first = due.later;
    if (due.later) due.later.earlier = due.earlier;
    else if (last === due) last = due.earlier;
    due.earlier = due.later = undefined;
  };

  const wake = (inMilliseconds: number): void => {
    isSet = true;
    setTimeout(sweep, Math.max(1, Math.ceil(inMilliseconds))).unref();
  };

  const sweep = (): void => {
    const now = performance.now();
    isSet = false;
    for (let due = first; due && due.dueAt <= now; due = first) {
      end(due);
      due.expire();
    }
    if (first) wake(first.dueAt - now);
  };

  return {
    start(due) {
      end(due);
      due.dueAt = performance.now() + milliseconds;
      due.earlier = last;
      if (last) last.later = due;
      else first = due;
      last = due;
      if (!isSet) wake(milliseconds);
    },
    end,
  };
};

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

const DISCARD_MILLISECONDS = 5_000;

/** Read at once: what a client has on its way before it sees the answer. */
const PROMPT_BYTES = 256 * 1024;

/** Then 4 MB a second. */
const PIECE_BYTES = 128 * 1024;

const PAUSE_MILLISECONDS = 32;

/**
 * Reads the rest of a body for a while and drops it, so that the client gets to read the answer. Not at
 * full speed: to refuse a large body has to cost less than to send it.
 */
export const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let room = PROMPT_BYTES;
  let pause: NodeJS.Timeout | undefined;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    room -= chunk.length;
    if (room > 0) return;
    request.pause();
    room = PIECE_BYTES;
    pause = setTimeout(() => request.resume(), PAUSE_MILLISECONDS);
  });
  request.resume();
  const end = setTimeout(() => request.destroy(), DISCARD_MILLISECONDS).unref();
  request.once('close', () => {
    clearTimeout(end);
    clearTimeout(pause);
  });
};

const LOOK_MILLISECONDS = 250;

/**
 * Ends a request whose body is many times as long as it may be, but announced no length. Whoever reads
 * it refuses it before, and would then read on to its end.
 */
export const endEndless = (request: IncomingMessage, limit: number): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  const { socket } = request;
  const most = socket.bytesRead + 10 * limit;
  const timer = setInterval(() => {
    if (socket.bytesRead > most) socket.destroy();
  }, LOOK_MILLISECONDS).unref();
  request.once('close', () => {
    clearInterval(timer);
  });
};
