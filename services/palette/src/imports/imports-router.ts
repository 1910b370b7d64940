import { createRouter, endpoint, envelopeDialect, okJson } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { costBySize, importElsewhere } from '../reading/read-elsewhere.ts';
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
      largeBody: { schema: importBody, read: importElsewhere },
      // As long as that takes, ten other requests are answered.
      cost: costBySize(1, 64 * 1024),
      responses: { 200: { description: 'The tokens', data: importSchema } },
      handler: ({ body }) => Promise.resolve(okJson(body)),
    }),
  ]);
