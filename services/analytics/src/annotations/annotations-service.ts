import { notFound } from '@platform/errors';
import type { Page } from '@platform/http';

import { spanOf } from '../calendar/date-range.ts';
import type { Span } from '../calendar/date-range.ts';
import { localDay, startOfDay } from '../calendar/local-day.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { Annotation, AnnotationKind, AnnotationRating, AnnotationsStore } from './annotations-store.ts';

export interface AnnotationBody {
  readonly kind?: AnnotationKind;
  readonly text?: string;
  readonly time?: string;
  readonly url?: string | null;
  readonly rating?: AnnotationRating | '' | null;
}

export interface ListAnnotationsQuery {
  readonly kind?: AnnotationKind;
  readonly from?: string;
  readonly to?: string;
  readonly per_page: number;
  readonly page: number;
}

export interface AnnotationsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: AnnotationsStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An annotation with its day in the website's calendar. */
export interface DatedAnnotation extends Annotation {
  readonly day: string;
}

export type AnnotationsService = WebsiteRecords<
  DatedAnnotation,
  AnnotationBody,
  ListAnnotationsQuery,
  unknown,
  Page & { readonly items: readonly DatedAnnotation[] }
>;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The instant of a time; of a day, the one at which it begins for the website. */
const instantOf = (text: string, timezone: string): Date =>
  text.length === DAY_LENGTH ? new Date(startOfDay(timezone, text)) : new Date(text);

/** A field that a form leaves empty has no value. */
const orNull = <Text extends string>(text: Text | '' | null | undefined): Exclude<Text, ''> | null =>
  text === '' || text === undefined || text === null ? null : (text as Exclude<Text, ''>);

const dated =
  (timezone: string) =>
  (annotation: Annotation): DatedAnnotation => ({
    ...annotation,
    day: localDay(timezone, annotation.time.getTime()),
  });

/** The use cases of annotations. */
export const createAnnotationsService = (deps: AnnotationsServiceDeps): AnnotationsService => {
  const { websites, store, now } = deps;
  const zoneOf = async (organisation: string, id: number): Promise<string> =>
    (await websites.show(organisation, id)).timezone;

  return {
    async create(organisation, websiteId, body) {
      const timezone = await zoneOf(organisation, websiteId);
      const time = body.time === undefined ? new Date(now()) : instantOf(body.time, timezone);
      const fields = {
        kind: body.kind ?? 'note',
        time,
        text: body.text ?? '',
        url: orNull(body.url),
        rating: orNull(body.rating),
      };
      return dated(timezone)(await store.insert(websiteId, fields));
    },
    async list(organisation, websiteId, { kind, from, to, page, per_page: perPage }) {
      const timezone = await zoneOf(organisation, websiteId);
      const span: Partial<Span> = {
        ...(from === undefined ? {} : { start: startOfDay(timezone, from) }),
        ...(to === undefined ? {} : { end: spanOf({ from: to, to }, timezone).end }),
      };
      const found = await store.list(websiteId, span, perPage, (page - 1) * perPage, kind);
      return { items: found.annotations.map(dated(timezone)), total: found.total, number: page, perPage };
    },
    async show(organisation, websiteId, id) {
      const timezone = await zoneOf(organisation, websiteId);
      const annotation = await store.find(websiteId, id);
      if (annotation === undefined) throw notFound('annotation');
      return dated(timezone)(annotation);
    },
    async update(organisation, websiteId, id, body) {
      const timezone = await zoneOf(organisation, websiteId);
      const current = await store.find(websiteId, id);
      const annotation =
        current &&
        (await store.update(websiteId, id, {
          kind: body.kind ?? current.kind,
          time: body.time === undefined ? current.time : instantOf(body.time, timezone),
          text: body.text ?? current.text,
          url: body.url === undefined ? current.url : orNull(body.url),
          rating: body.rating === undefined ? current.rating : orNull(body.rating),
        }));
      if (annotation === undefined) throw notFound('annotation');
      return dated(timezone)(annotation);
    },
    async remove(organisation, websiteId, id) {
      await zoneOf(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('annotation');
    },
  };
};
