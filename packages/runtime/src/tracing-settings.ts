import type { TracingOptions } from '@platform/tracing';
import Joi from 'joi';

import { loadConfig } from './load-config.ts';

interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_TRACES_SAMPLER: string;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_BSP_SCHEDULE_DELAY: number;
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/** The settings of tracing, by OpenTelemetry's names. Every long-lived process reads them. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .description('Base address of the collector of traces; nothing is traced if not given'),
  OTEL_EXPORTER_OTLP_HEADERS: Joi.string().description('Headers for the collector: name=value,name=value'),
  OTEL_SERVICE_NAME: Joi.string().description('Name of the process in traces'),
  OTEL_TRACES_SAMPLER: Joi.string()
    .valid(...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`))
    .default('parentbased_always_on')
    .description('Which traces are recorded'),
  OTEL_TRACES_SAMPLER_ARG: Joi.number()
    .min(0)
    .max(1)
    .default(1)
    .description('Share of traces that traceidratio records, 0 to 1'),
  OTEL_BSP_SCHEDULE_DELAY: Joi.number()
    .integer()
    .min(1)
    .default(5_000)
    .description('Milliseconds for which spans are collected before they are sent'),
};

/**
 * What tracing is configured to do; undefined if it is off.
 * @param service the name of the process where none is configured
 * @throws SetupError like `loadConfig`
 */
export const tracingSettings = (
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): Omit<TracingOptions, 'onFault'> | undefined => {
  const config = loadConfig<TracingConfig>(tracingVariables, environment);
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    service: config.OTEL_SERVICE_NAME ?? service,
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    delayMilliseconds: config.OTEL_BSP_SCHEDULE_DELAY,
  };
};
