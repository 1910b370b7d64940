import { SpanKind } from '@opentelemetry/api';
import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler } from '@opentelemetry/sdk-trace';
import { TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';

const rootSamplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

const PARENT_BASED = 'parentbased_';

/**
 * Only requests and jobs begin traces. A worker that asks for its next job twice a minute, all day,
 * would bury them.
 */
const withoutIdleRoots = (sampler: Sampler): Sampler => {
  const never = new AlwaysOffSampler();
  return {
    shouldSample(parent, traceId, name, kind, attributes, links) {
      const isIdle = kind === SpanKind.INTERNAL;
      return isIdle
        ? never.shouldSample()
        : sampler.shouldSample(parent, traceId, name, kind, attributes, links);
    },
    toString: () => sampler.toString(),
  };
};

/**
 * The sampler that OTEL_TRACES_SAMPLER names. Those with `parentbased_` follow the caller's decision,
 * the others decide anew in each process.
 * @throws RangeError for a name that isn't one of the specification's
 */
export const samplerOf = (name: string, ratio: number): Sampler => {
  const isParentBased = name.startsWith(PARENT_BASED);
  const create = rootSamplers[isParentBased ? name.slice(PARENT_BASED.length) : name];
  if (!create) throw new RangeError(`There is no sampler ${name}.`);
  const root = create(ratio);
  return isParentBased ? new ParentBasedSampler({ root: withoutIdleRoots(root) }) : root;
};
