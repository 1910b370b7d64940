export { activeTracing, captureTrace, startTracing } from './tracing.ts';
export type { OutgoingSpan, Tracing, TracingOptions } from './spans.ts';
