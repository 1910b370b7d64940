import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { methodNotAllowed, notFound } from '@platform/errors';
import type { OpenApiDocument } from '@platform/http';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import { describeWebhooks } from '../webhooks/event-types.ts';
import { mergeDocuments } from './area-documents.ts';
import type { AreaDocument, AreaDocuments, MergedDocument } from './area-documents.ts';
import { describeOperations } from './page/described.ts';
import type { Operation, Tag } from './page/described.ts';
import { renderOperationPage, renderReferencePage } from './page/render-page.ts';

/** A long text, with what would otherwise be computed for every request. */
interface PreparedText {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** A weak one: both forms have it. */
  readonly etag: string;
}

/** @param level of the compression: 9 where a text is compressed once and for all */
const prepareText = async (plain: Buffer, level?: number): Promise<PreparedText> => ({
  plain,
  gzipped: await promisify(gzip)(plain, level === undefined ? {} : { level }),
  etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
});

/** Sends a prepared text as the client can read it, or 304 if it has it already. */
const sendPrepared = (request: Request, response: Response, text: PreparedText): void => {
  const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
  response.vary('Accept-Encoding').set('ETag', text.etag);
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  response.send(isCompressed ? text.gzipped : text.plain);
};

/** Allows scripts and styles from this origin only. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Opens the API reference: what holds for every operation (Markdown). */
const INTRODUCTION = `Website statistics, page reports, and colour palettes with their exports.

## Keys

Every request carries an API key: \`Authorization: Bearer dak_…\`. A key has **scopes** such as \`reports:read\`;
each operation names the one that it needs, and \`write\` includes \`read\`. Without a valid key the answer is
401, without the scope 403. \`*\` stands for all but \`operators:read\`. To try an operation on this page, paste a key at its top first.
The command line of the platform makes the first key, and \`POST /v1/keys\` all others.

## Errors

Every error carries a stable \`code\` for programs, a \`message\` in English for people, and the request's id,
which is also in the header \`X-Request-Id\`. Refused fields are named one by one. Unknown fields are ignored
and named in \`ignored\`; \`Prefer: handling=strict\` refuses them instead.
[All codes with cause and cure](/docs/errors.md).

## Limits

A key may send 600 requests a minute unless it or its organisation has another limit. \`RateLimit\` tells what
is left; beyond it the answer is 429, and \`Retry-After\` tells in how many seconds to try again. Bodies have at
most 100 KB unless an operation says otherwise.

## Paging

Lists below \`/api/v1\` have numbered pages: \`page\`, and \`per_page\` of 10, 25, 50 or 100. Lists below \`/v1\` have
cursors: send \`next_cursor\` as \`cursor\` to go on. Both name the next page in the header
\`Link: <…>; rel="next"\`.

## Repeating requests

A \`POST\` with an \`Idempotency-Key\` can be sent again without harm: within 24 hours the same key with the same
body gives the first answer again, with \`Idempotency-Replayed: true\`. \`ETag\` and \`If-Match\` keep two people
from overwriting each other's changes (412).

## Clients

\`@design-and-analytics/client\` is the client for TypeScript, \`dap\` the command line; [both are installed from here](/downloads). Others are generated from
\`/openapi.json\`: openapi-typescript needs \`--default-non-nullable=false\`, since it takes fields with a
default for required ones otherwise, in requests as well; hey-api and orval need nothing.
Where an operation answers with JSON or CSV, \`createClient<paths, 'application/json'>\` of openapi-fetch sees the
JSON alone; with the others, ask \`typeof data !== 'string'\` first.

## Changes

[What may change, and how you hear of it](/docs/upgrading.md#how-the-api-changes). For programs that read Markdown:
[llms.txt](/llms.txt); for assistants: an MCP server at \`/mcp\` with the same keys and scopes.
`;

/** The API as one document, and what is made of it. */
interface Described {
  readonly document: MergedDocument;
  readonly text: Promise<PreparedText>;
  /** Operations by id; the pages are made when they are asked for. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly tags: readonly Tag[];
  page?: Promise<PreparedText>;
}

/**
 * Merges the areas' documents when one of them has changed, and not for every request: that takes so
 * long that a few at a time would hold up all others.
 */
const createApiDescription = (
  merge: (documents: readonly AreaDocument[]) => MergedDocument,
): ((documents: readonly AreaDocument[]) => Described) => {
  let merged: readonly AreaDocument[] = [];
  let described: Described | undefined;
  return (documents) => {
    const isSame = documents.every(({ document }, at) => merged[at]?.document === document);
    if (described && isSame) return described;
    merged = documents;
    const document = merge(documents);
    const tags = describeOperations(document);
    described = {
      document,
      text: prepareText(Buffer.from(JSON.stringify(document))),
      tags,
      operations: new Map(
        tags.flatMap((tag) => tag.operations).map((operation) => [operation.id, operation]),
      ),
    };
    return described;
  };
};

interface ReferenceRouterDeps {
  documents: AreaDocuments;
  /** The gateway's own endpoints. */
  own: OpenApiDocument;
  /** Base address for clients. */
  publicUrl: string;
  /** Host names that each serve one area, beside the base address. */
  hosts: Readonly<Partial<Record<string, string>>>;
  /** The target of `/`. */
  homeOf: (request: Request) => string;
  isRouted: (area: string, path: string) => boolean;
}

const TITLE = 'Design and Analytics API';
const WEBHOOKS = describeWebhooks();

/** Files that the page loads. */
const ASSETS = [
  { name: 'reference.css', type: 'text/css' },
  { name: 'reference.js', type: 'text/javascript' },
] as const;

const sendAsset = (response: Response): Response =>
  response.set('X-Content-Type-Options', 'nosniff').set('Cache-Control', 'public, max-age=3600');

const sendPage = (response: Response): Response =>
  response
    .set('Content-Security-Policy', PAGE_POLICY)
    .set('X-Content-Type-Options', 'nosniff')
    .set('Referrer-Policy', 'no-referrer')
    .set('Cache-Control', 'no-cache')
    .type('html');

/** The API reference: `/openapi.json`, merged from all services, and `/docs`, which renders it. */
export const createReferenceRouter = (deps: ReferenceRouterDeps): Router => {
  const { documents, own, publicUrl, hosts, homeOf, isRouted } = deps;
  const router = Router({ caseSensitive: true });
  const base = publicUrl.replace(/\/+$/, '');
  const describe = createApiDescription((areas) =>
    mergeDocuments({
      title: TITLE,
      description: INTRODUCTION,
      server: publicUrl,
      hosts,
      webhooks: WEBHOOKS,
      documents: areas,
      isRouted,
    }),
  );
  const get = (path: string, handler: RequestHandler): void => {
    router
      .route(path)
      .get(handler)
      .all(() => {
        throw methodNotAllowed(['GET', 'HEAD']);
      });
  };

  get('/', (request, response) => {
    response.redirect(302, homeOf(request));
  });
  const describeNow = async (): Promise<Described> =>
    describe([...(await documents.read()), { area: 'gateway', document: own }]);

  get('/openapi.json', async (request, response) => {
    const { text } = await describeNow();
    sendPrepared(request, response.set('Cache-Control', 'no-cache').type('json'), await text);
  });
  get('/docs', async (request, response) => {
    const described = await describeNow();
    described.page ??= prepareText(
      Buffer.from(
        renderReferencePage({
          title: TITLE,
          introduction: INTRODUCTION,
          tags: described.tags,
          unavailable: described.document['x-unavailable'] ?? [],
        }),
      ),
    );
    sendPrepared(request, sendPage(response), await described.page);
  });
  get('/docs/operations/:id', async (request, response) => {
    const operation = (await describeNow()).operations.get(String(request.params['id']));
    if (!operation) throw notFound('operation');
    sendPrepared(
      request,
      sendPage(response),
      await prepareText(Buffer.from(renderOperationPage(operation, TITLE, base))),
    );
  });
  for (const { name, type } of ASSETS) {
    let asset: Promise<PreparedText> | undefined;
    get(`/docs/${name}`, async (request, response) => {
      asset ??= readFile(new URL(`page/${name}`, import.meta.url)).then((file) => prepareText(file, 9));
      sendPrepared(request, sendAsset(response).type(type), await asset);
    });
  }
  return router;
};
