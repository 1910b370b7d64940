import { isDeepStrictEqual } from 'node:util';

import type { OpenApiDocument } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { targetsIn } from '../routing-table.ts';

type Components = Record<string, Record<string, unknown>>;

/**
 * Names of an area's components in the merged document: their own, unless another area has taken
 * them.
 */
const chooseNames = (taken: Components, own: Components, area: string): Map<string, string> => {
  const names = new Map<string, string>();
  for (const [kind, entries] of Object.entries(own))
    for (const [name, value] of Object.entries(entries)) {
      const other = taken[kind]?.[name];
      const chosen = other === undefined || isDeepStrictEqual(other, value) ? name : `${area}-${name}`;
      names.set(`#/components/${kind}/${name}`, `#/components/${kind}/${chosen}`);
    }
  return names;
};

/** The same value with its references renamed. */
const renameRefs = <Value>(value: Value, names: ReadonlyMap<string, string>): Value => {
  if (Array.isArray(value)) return value.map((item: unknown) => renameRefs(item, names)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      key === '$ref' && typeof item === 'string' ? (names.get(item) ?? item) : renameRefs(item, names),
    ]),
  ) as Value;
};

/** The document of one area; null while its service cannot be reached. */
export interface AreaDocument {
  area: string;
  document: OpenApiDocument | null;
}

interface MergeOptions {
  title: string;
  description: string;
  /** Base address of the API. */
  server: string;
  /** Host names that each serve one area, beside the base address. */
  hosts: Readonly<Partial<Record<string, string>>>;
  /** Messages that the platform sends, by name. */
  webhooks?: Readonly<Record<string, unknown>>;
  documents: readonly AreaDocument[];
  /**
   * True if the gateway routes this path to the area. Other paths are internal to the service and
   * left out.
   */
  isRouted: (area: string, path: string) => boolean;
}

/** A base address of the API. */
interface Server {
  url: string;
  description: string;
}

/** The merged document; `x-unavailable` names areas that are missing at the moment. */
export interface MergedDocument extends OpenApiDocument {
  info: OpenApiDocument['info'] & { license: { name: string; identifier: string } };
  servers: Server[];
  webhooks?: Readonly<Record<string, unknown>>;
  'x-unavailable'?: string[];
}

/** The paths of an area with a host name of its own can be reached by both addresses. */
const withServers = (
  { server, hosts }: MergeOptions,
  area: string,
  item: Record<string, unknown>,
): Record<string, unknown> => {
  const host = hosts[area];
  if (host === undefined) return item;
  const own = new URL(server);
  own.hostname = host;
  const servers: Server[] = [
    { url: own.href.replace(/\/$/, ''), description: `The address of ${area} only` },
    { url: server, description: 'The platform, with all of its areas' },
  ];
  return { ...item, servers };
};

/** Merges the OpenAPI documents of all areas, without duplicate paths or clashing components. */
export const mergeDocuments = (options: MergeOptions): MergedDocument => {
  const components: Components = {};
  const paths: OpenApiDocument['paths'] = {};
  const tags = new Map<string, { name: string; description?: string }>();
  const unavailable = options.documents.filter(({ document }) => document === null).map(({ area }) => area);

  for (const { area, document } of options.documents) {
    if (!document) continue;
    const names = chooseNames(components, document.components as Components, area);
    const own = renameRefs(document, names);
    for (const [kind, entries] of Object.entries(own.components as Components))
      for (const [name, value] of Object.entries(entries)) {
        const chosen = names.get(`#/components/${kind}/${name}`)?.split('/').at(-1) ?? name;
        (components[kind] ??= {})[chosen] = value;
      }
    for (const [path, item] of Object.entries(own.paths)) {
      if (!options.isRouted(area, path) || path in paths) continue;
      paths[path] = withServers(options, area, item);
    }
    for (const tag of own.tags) if (tags.get(tag.name)?.description === undefined) tags.set(tag.name, tag);
  }

  return {
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: '1',
      description: options.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.server, description: 'The platform, with all of its areas' }],
    tags: [...tags.values()],
    paths,
    ...(options.webhooks && { webhooks: options.webhooks }),
    components,
    ...(unavailable.length > 0 ? { 'x-unavailable': unavailable } : {}),
  };
};

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
