import type { ApiRouter } from '@platform/http';

import { websiteRecordsRouter } from '../websites/website-records.ts';
import {
  annotationAnswerSchema,
  createAnnotationSchema,
  listAnnotationsSchema,
  updateAnnotationSchema,
} from './annotations-schema.ts';
import type { AnnotationsService, DatedAnnotation } from './annotations-service.ts';

const toJson = ({ id, kind, time, day, text, url, createdAt }: DatedAnnotation) => ({
  id,
  kind,
  time: time.toISOString(),
  day,
  text,
  url,
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
          'A deployment, a campaign, an outage: whatever explains the figures of that time. Pipelines tell of deployments by `kind`.',
      },
    },
  });
