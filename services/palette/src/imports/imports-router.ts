import { createRouter, endpoint, envelopeDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { importTokens } from './import-tokens.ts';
import { importBody, importSchema } from './imports-schema.ts';

export const createImportsRouter = (): ApiRouter =>
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
      body: importBody,
      responses: { 200: { description: 'The tokens', data: importSchema } },
      handler: ({ body }) => Promise.resolve(ok(importTokens(body))),
    }),
  ]);
