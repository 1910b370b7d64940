import type { Tracing } from '@platform/tracing';

import type { Forwarding } from './forwarding.ts';
import { setHeader } from './header-list.ts';

/** Makes an attempt a step of the request's trace, which the service continues. */
export const continueTrace = (
  tracing: Pick<Tracing, 'passOn'>,
  forwarding: Forwarding,
  area: string,
): void => {
  const { context, target, headers } = forwarding;
  const span = tracing.passOn(context.response, context.route?.path ?? '', { area, url: target.url });
  forwarding.span = span;
  // What the client sent is replaced, or dropped with a trace that the gateway ignored.
  setHeader(headers, 'traceparent', span.headers['traceparent']);
  setHeader(headers, 'tracestate', span.headers['tracestate']);
};
