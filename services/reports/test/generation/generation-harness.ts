import type { IncomingMessage, ServerResponse } from 'node:http';

import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

/** The site's answers by path, besides its usual pages. */
export const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};

export const html = (response: ServerResponse, status = 200, body = PAGE) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(body);

/** The service and a site on the loopback address, for the suite that calls this. */
export const useGeneration = () => {
  let database: TestDatabase;
  let service: TestService;
  let api: TestClient;
  let site: LoopbackSite;

  beforeAll(async () => {
    database = await openTestDatabase();
    service = await startService(database);
    api = await service.client('org_a');
    site = await startSite((request, response) => {
      answers[(request.url ?? '').split('?')[0] ?? '']?.(request, response);
    });
  });

  afterAll(async () => {
    await service.close();
    await site.close();
    await database.drop();
  });

  beforeEach(async () => {
    for (const path of Object.keys(answers)) answers[path] = () => undefined;
    site.paths.length = 0;
    await database.database('reports').delete();
  });

  /** As if a minute had passed since the result. */
  const letTimePass = () =>
    database.database.raw(`UPDATE reports SET generated_at = generated_at - interval '61 seconds'`);

  return { database: () => database, api: () => api, app: () => service.app, site: () => site, letTimePass };
};
