import type { OpenApiDocument } from '@platform/http';
import type { Logger } from '@platform/runtime';

import type { AreaDocument } from './merge-documents.ts';

export interface AreaDocuments {
  /** The documents of all areas, at most a minute old while their services answer; the last known ones otherwise. */
  read(): Promise<AreaDocument[]>;
}

export interface AreaDocumentsDeps {
  /** Base addresses of the services, by area. */
  targets: Readonly<Record<string, string>>;
  logger: Logger;
  fetchDocument?: (url: string) => Promise<OpenApiDocument>;
  now?: () => number;
}

const FRESH_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 5_000;
const TIMEOUT_MILLISECONDS = 2_000;

const fetchJson = async (url: string): Promise<OpenApiDocument> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as OpenApiDocument;
};

/** Reads `/openapi.json` of the services. One that is down costs its part of the reference only if it was never read. */
export const createAreaDocuments = (deps: AreaDocumentsDeps): AreaDocuments => {
  const { targets, logger, fetchDocument = fetchJson, now = Date.now } = deps;

  const reader = (area: string, target: string) => {
    let document: OpenApiDocument | null = null;
    let until = 0;
    let reading: Promise<void> | undefined;
    const refresh = async (): Promise<void> => {
      try {
        document = await fetchDocument(new URL('/openapi.json', target).href);
        until = now() + FRESH_MILLISECONDS;
      } catch (error) {
        until = now() + RETRY_MILLISECONDS;
        logger.warn({ err: error, area }, 'the API description of a service can not be read');
      }
    };
    return async (): Promise<AreaDocument> => {
      if (now() >= until)
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
      // Only who finds nothing at all has to wait.
      if (document === null) await reading;
      return { area, document };
    };
  };

  const readers = Object.entries(targets).map(([area, target]) => reader(area, target));
  return { read: () => Promise.all(readers.map((read) => read())) };
};
