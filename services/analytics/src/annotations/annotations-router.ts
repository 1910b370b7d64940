import { nameSchema } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { isRangeDay } from '../calendar/date-range.ts';
import { websiteRecordsRouter } from '../websites/website-records.ts';
import type {
  AnnotationsService,
  DatedAnnotation,
  AnnotationBody,
  ListAnnotationsQuery,
} from './annotations-service.ts';
import { ANNOTATION_KINDS, ANNOTATION_RATINGS } from './annotations-store.ts';

const isTime = (text: string): boolean =>
  isRangeDay(text.slice(0, 10)) &&
  (text.length === 10 || (/^[^T]*T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))));

const kind = Joi.string().valid(...ANNOTATION_KINDS);
const rating = Joi.string().valid(...ANNOTATION_RATINGS);

const fields = {
  kind: kind.description(
    'A deployment, as pipelines tell of, a fix of what a report found, or any other note; a note by default',
  ),
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
  rating: rating.allow('', null).description('What it brought, as its owner judges; null while nobody has'),
};

const createAnnotationSchema = Joi.object<AnnotationBody>()
  .meta({ component: 'CreateAnnotation' })
  .example({ text: 'Release 2.0', url: 'https://shop.example/releases/2.0' })
  .keys({ ...fields, text: fields.text.required() });
const updateAnnotationSchema = Joi.object<AnnotationBody>(fields).meta({
  component: 'UpdateAnnotation',
});

const day = Joi.string()
  .max(10)
  .custom((value: string, helper) => (isRangeDay(value) ? value : helper.error('date.local')))
  .messages({ 'date.local': '{{#label}} must be a date as YYYY-MM-DD, from 1970 to 2099' });

const listAnnotationsSchema = Joi.object<ListAnnotationsQuery>({
  kind: kind.description('Only annotations of this kind'),
  from: day,
  to: day,
  per_page: Joi.number().valid(10, 25, 50, 100).default(100),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});

const annotationAnswerSchema = Joi.object()
  .meta({ component: 'Annotation' })
  .keys({
    id: Joi.number().integer().required(),
    kind: kind.required(),
    time: Joi.string().isoDate().required(),
    day: Joi.string().required().description('The day of the website’s calendar'),
    text: Joi.string().required(),
    url: Joi.string().allow(null).required(),
    rating: rating.allow(null).required(),
    created_at: Joi.string().isoDate().required(),
  });

const toJson = ({ id, kind, time, day, text, url, rating, createdAt }: DatedAnnotation) => ({
  id,
  kind,
  time: time.toISOString(),
  day,
  text,
  url,
  rating,
  created_at: createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/annotations` */
export const createAnnotationsRouter = (annotations: AnnotationsService): ApiRouter =>
  websiteRecordsRouter({
    tag: {
      name: 'Annotations',
      description: 'Notes on days of the chart: a release, a campaign, an outage.',
    },
    record: 'annotation',
    readScope: 'stats:read',
    records: annotations,
    toJson,
    answer: annotationAnswerSchema,
    bodies: { create: createAnnotationSchema, update: updateAnnotationSchema },
    queries: { list: listAnnotationsSchema },
    words: {
      list: { summary: 'List annotations, the latest first' },
      create: {
        summary: 'Put an annotation on the chart',
        description:
          'A deployment, a campaign, an outage: whatever explains the figures of that time. Pipelines tell of deployments by `kind`; `rating` keeps what came of a fix.',
      },
    },
  });
