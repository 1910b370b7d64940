import type { IncomingMessage, ServerResponse } from 'node:http';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';

import { discoverResources } from '../../src/audit/discover-resources.ts';
import { librariesInCode } from '../../src/page/libraries/recognise-libraries.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { createPageGatherer } from '../../src/generation/gather-page.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

/** A site on the loopback address and what gathers its pages, for the suite that calls this. */
export const useGatherer = () => {
  let site: LoopbackSite;
  let guard: Guard;
  let answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};

  beforeAll(async () => {
    site = await startSite((request, response) => {
      answers[(request.url ?? '').split('?')[0] ?? '']?.(request, response);
    });
    guard = createGuard({
      allow: ['127.0.0.1'],
      userAgent: 'gather-test',
      timeouts: { connect: 60_000, headers: 60_000, total: 120_000 },
      hostLimits: { perSecond: 100_000, burst: 1 },
      resolveHost: (name) =>
        name.endsWith('.test')
          ? Promise.resolve(['127.0.0.1'])
          : Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
  });

  beforeEach(() => {
    answers = {};
    site.paths.length = 0;
    site.requests.length = 0;
  });

  afterAll(async () => {
    await guard.close();
    await site.close();
  });

  // Far more than it takes, as the machine may be busy.
  const gatherer = (timeout = 60_000) =>
    createPageGatherer({
      guard,
      discover: (html, url) => Promise.resolve(discoverResources(html, url)),
      recognise: (code) => Promise.resolve(librariesInCode(code)),
      timeout,
      now: () => new Date(Date.UTC(2026, 0, 2)),
    });

  const gather = async (url = `${site.origin}/`, timeout?: number): Promise<PageArtifacts> => {
    const page = await gatherer(timeout)(url);
    if (!page.ok) throw new Error(`failed with ${page.code}`);
    return page.artifacts;
  };

  const serve = (path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    answers[path] = (_request, response) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  };

  return { site: () => site, guard: () => guard, answers: () => answers, gatherer, gather, serve };
};
