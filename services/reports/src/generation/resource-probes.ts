import { constants, createGunzip } from 'node:zlib';

import type { FetchedResponse, GuardedFetch } from '@platform/guard';

import { cssReferences, withoutComments } from '../page/html/scripts-and-styles.ts';
import type { FoundLibrary } from '../page/libraries/recognise-libraries.ts';
import type { ResourceFacts, ResourceReference, TextFile } from '../page/page-artifacts.ts';
import { contentLengthOf, headerOf, headersOf, mediaTypeOf, probe } from './target.ts';

/** As much of a robots.txt as Google reads, and enough of a sitemap to recognise one. */
const TEXT_FILE_BYTES = 512 * 1024;

/**
 * Unpacks a gzipped file, as sitemaps often are (without a Content-Encoding), up to the limit. A
 * truncated file is unpacked as far as it goes.
 */
const unpack = async (packed: Buffer, maxBytes: number): Promise<Buffer> => {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    gunzip.end(packed);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
    return Buffer.concat(chunks);
  } catch {
    return packed;
  }
};

/** Fetches a text file of a site, UTF-8, cut at 512 KiB by default. @throws GuardError */
export const fetchTextFile = async (
  fetch: GuardedFetch,
  url: string,
  options: { maxRedirects: number; signal: AbortSignal; maxBytes?: number },
): Promise<TextFile> => {
  const { maxBytes = TEXT_FILE_BYTES } = options;
  const response = await fetch(url, { ...options, maxBytes, overflow: 'truncate' });
  const found = response.status >= 200 && response.status < 300;
  const content = found ? await unpack(response.body, maxBytes) : Buffer.alloc(0);
  return {
    url,
    finalUrl: response.finalUrl,
    status: response.status,
    mediaType: mediaTypeOf(response),
    text: new TextDecoder().decode(content.subarray(0, maxBytes)),
    bytes: response.body.length,
    truncated: response.truncated || content.length > maxBytes,
  };
};

/** The most files requested; the rest count as skipped. */
export const MAX_RESOURCES = 150;
/** Bytes for all files together. */
const BUDGET = 25 * 1024 * 1024;
const MAX_FILE = 2 * 1024 * 1024;
const SAMPLE_BYTES = 16 * 1024;
const PARALLEL = 12;
/** A file is taken as it is once its server has sent nothing for so long. */
const STALL_MILLISECONDS = 3000;

/**
 * Kinds requested with GET, as checks read them and servers compress them on the fly. Others get
 * HEAD.
 */
const READ: ReadonlySet<ResourceReference['kind']> = new Set(['script', 'stylesheet']);
/** Statuses from servers that don’t support HEAD. */
const NO_HEAD: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** Finds the libraries in a script; null when that takes too long. Runs in a thread. */
export type RecogniseLibraries = (code: string) => Promise<FoundLibrary[] | null>;

interface Sizes {
  readonly transferBytes: number | null;
  readonly decodedBytes: number | null;
}

const sizesOf = (response: FetchedResponse, wasRead: boolean): Sizes => {
  if (wasRead && !response.truncated && !response.stalled)
    return { transferBytes: response.transferBytes, decodedBytes: response.body.length };
  const length = contentLengthOf(response);
  return {
    transferBytes: length,
    decodedBytes: headerOf(response, 'content-encoding') === null ? length : null,
  };
};

const factsOf = (response: FetchedResponse, wasRead: boolean, isText: boolean) => ({
  finalUrl: response.finalUrl,
  status: response.status,
  mediaType: mediaTypeOf(response),
  ...sizesOf(response, wasRead),
  encoding: response.encoding ?? headerOf(response, 'content-encoding'),
  headers: headersOf(response),
  sample:
    isText && response.body.length > 0
      ? new TextDecoder().decode(response.body.subarray(0, SAMPLE_BYTES))
      : null,
});

/** The most files of style sheets that are asked for. */
const MAX_CSS_FILES = 40;

/** Lists what the beginnings of style sheets refer to, except what is known already. */
const namedInSheets = (facts: readonly ResourceFacts[]): ResourceReference[] => {
  const known = new Set(facts.map(({ url }) => url));
  const found = new Map<string, ResourceReference>();
  for (const file of facts) {
    if (!file.ok || file.kind !== 'stylesheet' || file.sample === null) continue;
    for (const { url, kind } of cssReferences(withoutComments(file.sample))) {
      const target = URL.parse(url, file.finalUrl);
      if (target === null || !/^https?:$/.test(target.protocol)) continue;
      target.hash = '';
      if (!known.has(target.href))
        found.set(target.href, { url: target.href, kind, initiator: 'css', isShown: false });
    }
  }
  return [...found.values()].slice(0, MAX_CSS_FILES);
};

/**
 * Requests the files a page refers to, twelve at a time, in order.
 * @param signal the deadline; files it cuts off are reported as `timeout`
 */
export const probeResources = async (
  fetch: GuardedFetch,
  references: readonly ResourceReference[],
  signal: AbortSignal,
  recognise: RecogniseLibraries,
): Promise<ResourceFacts[]> => {
  const wanted: ResourceReference[] = references.slice(0, MAX_RESOURCES);
  const facts: ResourceFacts[] = [];
  let budget = BUDGET;
  let next = 0;

  const read = async (url: string): Promise<FetchedResponse> => {
    // Reserved before the request and refunded after, so that parallel reads can't overdraw the
    // budget.
    const maxBytes = Math.min(MAX_FILE, budget);
    budget -= maxBytes;
    let used = 0;
    try {
      const response = await fetch(url, {
        signal,
        maxBytes,
        overflow: 'truncate',
        stallsAfter: STALL_MILLISECONDS,
      });
      used = response.body.length;
      return response;
    } finally {
      budget += maxBytes - used;
    }
  };
  const ask = (reference: ResourceReference) =>
    probe(async () => {
      const isText = READ.has(reference.kind);
      if (isText && budget > 0) {
        const response = await read(reference.url);
        const facts = factsOf(response, true, true);
        if (reference.kind !== 'script' || response.status >= 400) return facts;
        return { ...facts, libraries: await recognise(response.body.toString('utf8')) };
      }
      const head = await fetch(reference.url, { method: 'HEAD', signal });
      const isSilent = NO_HEAD.has(head.status) || (head.status < 300 && contentLengthOf(head) === null);
      return isSilent && budget > 0
        ? factsOf(await read(reference.url), true, false)
        : factsOf(head, false, false);
    });
  const askInTurn = async (): Promise<void> => {
    for (let index = next++; index < wanted.length; index = next++) {
      const reference = wanted[index];
      if (reference) facts[index] = { ...reference, ...(await ask(reference)) };
    }
  };
  const askAll = () => Promise.all(Array.from({ length: PARALLEL }, askInTurn));
  await askAll();
  // In the order found, after all others.
  next = wanted.length;
  wanted.push(...namedInSheets(facts));
  await askAll();
  return facts;
};
