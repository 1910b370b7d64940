import type { ApiRouter } from '@platform/http';

import { websiteRecordsRouter } from '../websites/website-records.ts';
import type { Segment } from './segments-store.ts';
import { createSegmentSchema, segmentAnswerSchema, updateSegmentSchema } from './segments-schema.ts';
import type { SegmentsService } from './segments-service.ts';

const toJson = ({ id, name, filters, createdAt }: Segment) => ({
  id,
  name,
  filters,
  created_at: createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/segments` */
export const createSegmentsRouter = (segments: SegmentsService): ApiRouter =>
  websiteRecordsRouter({
    tag: {
      name: 'Segments',
      description: 'Named filters, to be used again in queries and on the page.',
    },
    record: 'segment',
    readScope: 'stats:read',
    records: segments,
    toJson,
    answer: segmentAnswerSchema,
    bodies: { create: createSegmentSchema, update: updateSegmentSchema },
    words: {
      list: { summary: 'List segments by name' },
      create: {
        summary: 'Create a segment',
        description: 'A named filter, for queries (`segment`) and for the statistics page.',
      },
    },
  });
