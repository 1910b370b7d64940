import { createRouter, endpoint, envelopeDialect, okJson } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { costBySize, importElsewhere, workElsewhere } from '../reading/read-elsewhere.ts';
import type { FetchStyles } from './fetch-styles.ts';
import { importBody, importSchema, importWebsiteBody } from './imports-schema.ts';

/** It asks other servers up to 25 times. */
const WEBSITE_COST = 10;

export const createImportsRouter = ({ fetchStyles }: { fetchStyles: FetchStyles }): ApiRouter =>
  createRouter(envelopeDialect, 'Tokens', [
    endpoint({
      method: 'POST',
      path: '/tokens/import',
      summary: 'Import design tokens from a file',
      description:
        'Reads tokens of other tools as DTCG 2025.10 and says what was changed. Saves nothing: send `tokens` to `POST /v1/themes`.',
      scope: 'tokens:write',
      idempotent: false,
      bodyLimit: '14mb',
      largeBody: { schema: importBody, read: importElsewhere },
      // As long as that takes, ten other requests are answered.
      cost: costBySize(1, 64 * 1024),
      responses: { 200: { description: 'The tokens', data: importSchema } },
      handler: ({ body }) => Promise.resolve(okJson(body)),
    }),
    endpoint({
      method: 'POST',
      path: '/tokens/import/website',
      summary: 'Import design tokens from a website',
      description:
        'Fetches a page and its style sheets, and reads their custom properties as DTCG 2025.10, those of a dark mode among them. Where a website names no colours, the ones that it uses most become tokens. Saves nothing: send `tokens` to `POST /v1/themes`.',
      scope: 'tokens:write',
      idempotent: false,
      body: importWebsiteBody,
      cost: WEBSITE_COST,
      responses: { 200: { description: 'The tokens', data: importSchema } },
      handler: async ({ body: { url }, caller: { organisation } }) => {
        const css = await fetchStyles(url);
        const read = await workElsewhere(
          'importStyles',
          { css },
          { organisation, length: css.length, field: 'url' },
        );
        return okJson(read as string);
      },
    }),
  ]);
