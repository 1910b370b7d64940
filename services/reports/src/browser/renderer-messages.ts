import Joi from 'joi';
import type { BoundHeaders } from '../credentials/credential-vault.ts';
import { STRIP } from './record-page.ts';
import type { Rendering } from '../page/browser-facts.ts';
import type { RenderedPage, RenderOptions, Screenshot } from './render-page.ts';
import { looksSchema } from './survey-looks.ts';

/** Request to a renderer over its socket, as JSON. */
export interface RendererRequest {
  readonly task:
    | ({ readonly kind: 'render'; readonly url: string; readonly bound: BoundHeaders | null } & RenderOptions)
    | { readonly kind: 'print'; readonly markup: string };
  /** The socket in the folder that leads to the asker’s proxy, or the port of the asker; null when printing. */
  readonly proxy: string | null;
}

/** Its answer. Binary data is base64. */
export interface RendererAnswer {
  page:
    | (Omit<RenderedPage, 'screenshots'> & { screenshots: { device: Screenshot['device']; image: string }[] })
    | null;
  /** Missing from a renderer of an earlier version. */
  rendering?: Rendering;
  pdf: string | null;
}

/** The socket in the folder on which a renderer takes requests. */
export const TASKS_SOCKET = 'tasks.sock';
export const PROXY_SOCKET = /^proxy-[0-9a-f-]{36}\.sock$/;
export const PROXY_PORT = /^[1-9]\d{0,4}$/;

const FRAME = /^frame-[0-7]$/;

const text = Joi.string().allow('');
const number = Joi.number().allow(null).required();
const reason = Joi.valid('no_browser', 'timeout', 'memory', 'crash', 'network', 'http_error', 'load').allow(
  null,
);
const pending = Joi.array().items(text).max(5);
const texts = (...names: string[]) =>
  Joi.object(Object.fromEntries(names.map((name) => [name, text.required()])));

/** Validates an answer: a renderer runs untrusted code, and is trusted no more than that code. */
export const rendererAnswerSchema: Joi.ObjectSchema<RendererAnswer> = Joi.object<RendererAnswer>({
  page: Joi.object({
    html: text.required().max(6 * 1024 ** 2),
    facts: Joi.object({
      metrics: Joi.object({ lcp: number, cls: number, tbt: number, fcp: number, ttfb: number }).required(),
      consoleErrors: Joi.array().items(text).max(50).required(),
      failedRequests: Joi.array().items(texts('url', 'reason')).max(50).required(),
      requestsByOrigin: Joi.array()
        .items(Joi.object({ origin: text.required(), requests: Joi.number().required() }))
        .required(),
      requests: Joi.array()
        .items(
          texts('url', 'type').keys({
            status: number,
            start: number,
            firstByte: number,
            end: number,
            bytes: number,
            mediaType: text.allow(null),
          }),
        )
        .max(200)
        .required(),
      cookies: Joi.array().items(texts('name', 'domain')).max(50).required(),
      violations: Joi.array()
        .items(
          texts('id', 'impact', 'help', 'helpUrl').keys({
            elements: Joi.array().items(text).max(20).required(),
            indexes: Joi.array().items(Joi.number().allow(null)).max(20),
            criteria: Joi.array().items(text).max(20),
            total: Joi.number().required(),
          }),
        )
        .allow(null)
        .required(),
      layout: Joi.object({
        elements: Joi.number().required(),
        hidden: Joi.array().items(Joi.number()).max(1000).required(),
        images: Joi.array()
          .items(
            Joi.object({
              index: Joi.number().required(),
              isSized: Joi.boolean().required(),
              top: Joi.number().required(),
            }),
          )
          .max(500)
          .required(),
        largest: number,
        height: Joi.number().required(),
        boxes: Joi.array().items(Joi.array().items(Joi.number()).length(5)).max(1500),
      }).allow(null),
      passedRules: Joi.array().items(text).max(300),
      looks: looksSchema,
      coverage: Joi.array()
        .items(
          texts('url').keys({
            type: Joi.valid('stylesheet', 'script').required(),
            length: Joi.number().min(0).required(),
            unused: Joi.number().min(0).required(),
          }),
        )
        .max(100),
      filmstrip: Joi.array()
        .items(
          Joi.object({
            at: Joi.number().required(),
            picture: Joi.string().pattern(FRAME).allow(null).required(),
          }),
        )
        .max(STRIP),
    }).required(),
    screenshots: Joi.array()
      .items(
        Joi.object({
          device: Joi.string()
            .pattern(/^(?:desktop|phone|frame-[0-7])$/)
            .required(),
          image: Joi.string().base64().required(),
        }),
      )
      .max(2 + STRIP)
      .required(),
    partial: reason.default(null),
    pending: pending.default([]),
    benchmarkIndex: Joi.number().allow(null).default(null),
  })
    .allow(null)
    .required(),
  rendering: Joi.object({
    state: Joi.valid('complete', 'partial', 'failed').required(),
    reason: reason.required(),
    pending: pending.required(),
    benchmarkIndex: number,
    attempts: Joi.number().required(),
  }),
  pdf: Joi.string().base64().allow(null).required(),
});
