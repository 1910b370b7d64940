import type { RequestListener, ServerResponse } from 'node:http';

export interface TracingOptions {
  /** Name of the process, as traces show it. */
  service: string;
  /** Base address of the collector (OTLP over HTTP), such as `http://collector:4318`. */
  endpoint: string;
  /** Headers for the collector, as in OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value`. */
  headers?: string | undefined;
  /** Which traces are recorded, in the words of OTEL_TRACES_SAMPLER. */
  sampler: string;
  /** The share of traces that a sampler by ratio records, 0 to 1. */
  ratio: number;
  /** Spans are gathered for this long before they are sent. */
  delayMilliseconds: number;
  /** Called when spans can't be delivered. They are dropped then. */
  onFault: (error: unknown) => void;
}

/** A request to another service, as one step of a trace. */
export interface OutgoingSpan {
  /** Headers that let the other service continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** @param outcome status of the answer, or what went wrong; neither if nobody waited for it */
  end(outcome: { status?: number; error?: string }): void;
}

/** Records what a process does as spans of traces, and sends them to a collector. */
export interface Tracing {
  /** Wraps a server's listener: each request is a span and continues the trace it came with. */
  serve(listener: RequestListener): RequestListener;
  /**
   * Begins a request that is made to answer another one.
   * @param response of the request that is answered
   * @param route pattern of its path, for both spans
   * @param target the service that is asked
   */
  passOn(response: ServerResponse, route: string, target: { area: string; url: string }): OutgoingSpan;
  /**
   * Does the work of one of many requests that arrive together, as a step of the trace that its
   * headers continue.
   * @param route pattern of the path they arrive at
   */
  serveOne<Result>(
    headers: Readonly<Record<string, string>>,
    route: string,
    work: () => Promise<Result>,
    statusOf: (result: Result) => number,
  ): Promise<Result>;
  /** Fields that connect a log line with the present trace. */
  logFields(): { trace_id?: string };
  /** Remembers the present trace; what it returns runs work as part of it. */
  capture(): <Result>(work: () => Result) => Result;
  /** Delivers what waits, within two seconds. */
  close(): Promise<void>;
}
