import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';

/** Kinds of annotations. Deployments come from pipelines, fixes from reports, notes from people. */
export const ANNOTATION_KINDS = ['note', 'deployment', 'fix'] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

/** How the owner judges what came of it. */
export const ANNOTATION_RATINGS = ['better', 'same', 'worse'] as const;
export type AnnotationRating = (typeof ANNOTATION_RATINGS)[number];

/** A note on the chart: what happened at a time. */
export interface Annotation {
  readonly id: number;
  readonly kind: AnnotationKind;
  readonly time: Date;
  readonly text: string;
  /** Where to read more about it, such as the notes of a release. */
  readonly url: string | null;
  readonly rating: AnnotationRating | null;
  readonly createdAt: Date;
}

export type NewAnnotation = Omit<Annotation, 'id' | 'createdAt'>;

export interface AnnotationsPage {
  readonly annotations: readonly Annotation[];
  readonly total: number;
}

export interface AnnotationsStore {
  insert(websiteId: number, annotation: NewAnnotation): Promise<Annotation>;
  find(websiteId: number, id: number): Promise<Annotation | undefined>;
  /** Those of a span, the latest first. */
  list(
    websiteId: number,
    span: Partial<Span>,
    limit: number,
    offset: number,
    kind?: AnnotationKind,
  ): Promise<AnnotationsPage>;
  update(websiteId: number, id: number, annotation: NewAnnotation): Promise<Annotation | undefined>;
  remove(websiteId: number, id: number): Promise<boolean>;
}

interface AnnotationRow {
  readonly id: number;
  readonly kind: AnnotationKind;
  readonly website_id: number;
  readonly time: Date;
  readonly text: string;
  readonly url: string | null;
  readonly rating: AnnotationRating | null;
  readonly created_at: Date;
}

const toAnnotation = ({ website_id: _, created_at: createdAt, ...row }: AnnotationRow): Annotation => ({
  ...row,
  createdAt,
});

/** Annotations in PostgreSQL. */
export const createAnnotationsStore = (database: Database): AnnotationsStore => ({
  async insert(websiteId, annotation) {
    const [row] = await database('annotations')
      .insert({ website_id: websiteId, ...annotation })
      .returning<AnnotationRow[]>('*');
    if (row === undefined) throw new Error('an inserted row was not returned');
    return toAnnotation(row);
  },
  async find(websiteId, id) {
    const row = await database<AnnotationRow>('annotations').where({ website_id: websiteId, id }).first();
    return row && toAnnotation(row);
  },
  async list(websiteId, { start, end }, limit, offset, kind) {
    const matching = () =>
      database<AnnotationRow>('annotations')
        .where({ website_id: websiteId })
        .modify((query) => {
          if (kind !== undefined) void query.where({ kind });
          if (start !== undefined) void query.where('time', '>=', new Date(start));
          if (end !== undefined) void query.where('time', '<', new Date(end));
        });
    const rows = await matching()
      .orderBy([
        { column: 'time', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset)
      .select<AnnotationRow[]>('*');
    const count = await matching().count<{ total: string }[]>({ total: '*' });
    return { annotations: rows.map(toAnnotation), total: Number(count[0]?.total ?? 0) };
  },
  async update(websiteId, id, annotation) {
    const [row] = await database('annotations')
      .where({ website_id: websiteId, id })
      .update(annotation)
      .returning<AnnotationRow[]>('*');
    return row && toAnnotation(row);
  },
  remove: async (websiteId, id) =>
    (await database('annotations').where({ website_id: websiteId, id }).delete()) > 0,
});
