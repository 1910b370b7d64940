import { nameSchema } from '@platform/http';
import Joi from 'joi';

import { isRangeDay } from '../calendar/date-range.ts';
/** Kinds of annotations. Deployments come from pipelines, notes from people. */
export const ANNOTATION_KINDS = ['note', 'deployment'] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

export interface AnnotationBody {
  readonly kind?: AnnotationKind;
  readonly text?: string;
  readonly time?: string;
  readonly url?: string | null;
}

const isTime = (text: string): boolean =>
  isRangeDay(text.slice(0, 10)) &&
  (text.length === 10 || (/^[^T]*T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))));

const kind = Joi.string().valid(...ANNOTATION_KINDS);

const fields = {
  kind: kind.description('A deployment, as pipelines tell of, or any other note; a note by default'),
  text: nameSchema().description('What happened, on one line'),
  time: Joi.string()
    .max(40)
    .custom((value: string, helper) => (isTime(value) ? value : helper.error('time.point')))
    .messages({
      'time.point': '{{#label}} must be a time such as 2026-03-01T09:30:00Z, or a day from 1970 to 2099',
    })
    .description('When it happened: a time, or a day of the website’s calendar; now by default'),
  url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .allow('', null)
    .max(1_000)
    .description('Where to read more about it'),
};

export const createAnnotationSchema = Joi.object<AnnotationBody>()
  .meta({ component: 'CreateAnnotation' })
  .example({ text: 'Release 2.0', url: 'https://shop.example/releases/2.0' })
  .keys({ ...fields, text: fields.text.required() });
export const updateAnnotationSchema = Joi.object<AnnotationBody>(fields).meta({
  component: 'UpdateAnnotation',
});

export interface ListAnnotationsQuery {
  readonly kind?: AnnotationKind;
  readonly from?: string;
  readonly to?: string;
  readonly per_page: number;
  readonly page: number;
}

const day = Joi.string()
  .max(10)
  .custom((value: string, helper) => (isRangeDay(value) ? value : helper.error('date.local')))
  .messages({ 'date.local': '{{#label}} must be a date as YYYY-MM-DD, from 1970 to 2099' });

export const listAnnotationsSchema = Joi.object<ListAnnotationsQuery>({
  kind: kind.description('Only annotations of this kind'),
  from: day,
  to: day,
  per_page: Joi.number().valid(10, 25, 50, 100).default(100),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});

export const annotationAnswerSchema = Joi.object()
  .meta({ component: 'Annotation' })
  .keys({
    id: Joi.number().integer().required(),
    kind: kind.required(),
    time: Joi.string().isoDate().required(),
    day: Joi.string().required().description('The day of the website’s calendar'),
    text: Joi.string().required(),
    url: Joi.string().allow(null).required(),
    created_at: Joi.string().isoDate().required(),
  });
