import { notFound } from '@platform/errors';
import { envelopeDialect, requestId, sendError, toAppError } from '@platform/http';
import express from 'express';
import type { ErrorRequestHandler } from 'express';
import request from 'supertest';

import { sendFile } from '../../src/exports/send-file-router.ts';

const FILE = { filename: 'ocean.css', mediaType: 'text/css', bytes: 4, sha256: 'a'.repeat(64) };

describe('a file that is removed while it is asked for', () => {
  it('is 404 as JSON, and not a file', async () => {
    const app = express();
    app.use(requestId());
    app.get('/file', (incoming, response) =>
      sendFile(incoming, response, FILE, () => Promise.reject(notFound('file'))),
    );
    app.use(((error, _request, response, _next) => {
      sendError(toAppError(error), envelopeDialect, response);
    }) as ErrorRequestHandler);
    const { status, type, headers } = await request(app).get('/file');
    expect([status, type, headers['content-disposition']]).toEqual([404, 'application/json', undefined]);
  });
});
