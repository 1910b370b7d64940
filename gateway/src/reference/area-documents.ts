import { isDeepStrictEqual } from 'node:util';

import type { OpenApiDocument } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { targetsIn } from '../service-areas.ts';
import type { AreaDocument } from './merge-documents.ts';

export interface AreaDocuments {
  /**
   * The documents of all areas, at most a minute old while their services answer; the last known
   * ones otherwise.
   */
  read(): Promise<AreaDocument[]>;
}

export interface AreaDocumentsDeps {
  /** Base addresses of the services, by area; of several instances, separated by commas. */
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
  const document = (await answer.json()) as Partial<OpenApiDocument>;
  const parts = [document.paths, document.components, document.tags];
  if (!parts.every((part) => typeof part === 'object')) throw new Error(`${url} is no OpenAPI document`);
  return document as OpenApiDocument;
};

/**
 * Reads the services' `/openapi.json`. While a service is down, its last document is used, if there
 * is one.
 */
export const createAreaDocuments = (deps: AreaDocumentsDeps): AreaDocuments => {
  const { targets, logger, fetchDocument = fetchJson, now = Date.now } = deps;

  const reader = (area: string, target: string) => {
    let document: OpenApiDocument | null = null;
    let until = 0;
    let reading: Promise<void> | undefined;
    const refresh = async (): Promise<void> => {
      try {
        const read = await Promise.any(
          targetsIn(target).map((url) => fetchDocument(new URL('/openapi.json', url).href)),
        );
        // Keeps an unchanged document the same object, for whoever has used it.
        if (!isDeepStrictEqual(read, document)) document = read;
        until = now() + FRESH_MILLISECONDS;
      } catch (error) {
        until = now() + RETRY_MILLISECONDS;
        logger.warn({ err: error, area }, 'could not read the API description of a service');
      }
    };
    return async (): Promise<AreaDocument> => {
      if (now() >= until)
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
      // Wait only if there is no earlier document to show.
      if (document === null) await reading;
      return { area, document };
    };
  };

  const readers = Object.entries(targets).map(([area, target]) => reader(area, target));
  return { read: () => Promise.all(readers.map((read) => read())) };
};
