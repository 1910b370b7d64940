import { readFile } from 'node:fs/promises';

import { methodNotAllowed } from '@platform/errors';
import type { OpenApiDocument } from '@platform/http';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import { createApiDescription } from './api-description.ts';
import type { AreaDocuments } from './area-documents.ts';
import { INTRODUCTION } from './introduction.ts';
import { mergeDocuments } from './merge-documents.ts';
import { prepareText, sendPrepared } from './prepared-text.ts';
import type { PreparedText } from './prepared-text.ts';
import { PAGE_POLICY, referencePage, START_SCRIPT } from './reference-page.ts';

export interface ReferenceRouterDeps {
  documents: AreaDocuments;
  /** The gateway's own endpoints. */
  own: OpenApiDocument;
  /** Base address for clients. */
  publicUrl: string;
  /** Host names that each serve one area, beside the base address. */
  hosts: Readonly<Partial<Record<string, string>>>;
  /** The file that renders the page; by default that of the installed package. */
  rendererFile: string | undefined;
  /** Where `/` leads. */
  homeOf: (request: Request) => string;
  isRouted: (area: string, path: string) => boolean;
}

const TITLE = 'Design and Analytics API';
const RENDERER = 'browser/standalone.js';

/** The renderer, compressed once from 4 MB to 1 MB. */
const loadRenderer = async (file: string | undefined): Promise<PreparedText> => {
  const source = file ?? new URL(RENDERER, import.meta.resolve('@scalar/api-reference'));
  return prepareText(await readFile(source), 9);
};

const sendScript = (response: Response): Response =>
  response
    .set('X-Content-Type-Options', 'nosniff')
    .set('Cache-Control', 'public, max-age=3600')
    .type('text/javascript');

/** The API reference: `/openapi.json`, merged from all services, and `/docs`, which renders it. */
export const createReferenceRouter = (deps: ReferenceRouterDeps): Router => {
  const { documents, own, publicUrl, hosts, rendererFile, homeOf, isRouted } = deps;
  const router = Router({ caseSensitive: true });
  let renderer: Promise<PreparedText> | undefined;
  const describe = createApiDescription((areas) =>
    mergeDocuments({
      title: TITLE,
      description: INTRODUCTION,
      server: publicUrl,
      hosts,
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
  get('/openapi.json', async (request, response) => {
    const text = await describe([...(await documents.read()), { area: 'gateway', document: own }]);
    sendPrepared(request, response.set('Cache-Control', 'no-cache').type('json'), text);
  });
  get('/docs', (_request, response) => {
    response
      .set('Content-Security-Policy', PAGE_POLICY)
      .set('X-Content-Type-Options', 'nosniff')
      .set('Referrer-Policy', 'no-referrer')
      .type('html')
      .send(referencePage(TITLE));
  });
  get('/docs/start.js', (_request, response) => {
    sendScript(response).send(START_SCRIPT);
  });
  get('/docs/renderer.js', async (request, response) => {
    renderer ??= loadRenderer(rendererFile);
    sendPrepared(request, sendScript(response), await renderer);
  });
  return router;
};
