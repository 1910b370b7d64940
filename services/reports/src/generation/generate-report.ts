import { SecretError } from '@platform/secrets';

import type { AuditPool } from '../audit/audit-pool.ts';
import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { BoundHeaders } from '../credentials/credentials.ts';
import type { RenderOutcome } from '../browser/browser-host.ts';
import type { BrowserRequest } from '../page/browser-facts.ts';
import type { ResourceFacts, ResourceKind } from '../page/resource-facts.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { PageFacts } from '../runs/run.ts';
import type { GatheredPage } from './gather-page.ts';
import type { GenerationOutcome } from './generation-outcome.ts';
import { parseTarget } from './target.ts';

export interface ReportGeneratorDeps {
  gather: (url: string, bound: BoundHeaders | null) => Promise<GatheredPage>;
  /** The credentials of a report’s target; null when it has none. @throws SecretError */
  credentialsOf: (target: string, url: string) => Promise<BoundHeaders | null>;
  audit: AuditPool['audit'];
  render: (url: string, bound: BoundHeaders | null) => Promise<RenderOutcome>;
}

const factsOf = (artifacts: PageArtifacts): PageFacts => {
  const { requestedUrl, finalUrl, redirects, response, body, timings, tls, gatheredAt, resources } =
    artifacts;
  const shown = resources.filter(({ isShown }) => isShown !== false);
  const sizes = shown.map((resource) => (resource.ok ? (resource.transferBytes ?? 0) : 0));
  return {
    requestedUrl,
    finalUrl,
    redirects,
    response,
    body,
    timings,
    tls,
    gatheredAt,
    browser: artifacts.browser,
    rendering: artifacts.rendering,
    resources: shown.length,
    totalTransferBytes: body.transferBytes + sizes.reduce((sum, size) => sum + size, 0),
  };
};

const KINDS: ReadonlyMap<string, ResourceKind> = new Map<string, ResourceKind>([
  ['script', 'script'],
  ['stylesheet', 'stylesheet'],
  ['image', 'image'],
  ['font', 'font'],
  ['media', 'media'],
]);

/**
 * The files of a page, with those that the browser asked for marked as shown, and those added that the
 * HTML doesn't name: what CSS and scripts load.
 */
const asRequested = (
  resources: readonly ResourceFacts[],
  requests: readonly BrowserRequest[],
): ResourceFacts[] => {
  const asked = new Map(requests.map((request) => [request.url.replace(/#.*$/s, ''), request]));
  const known = resources.map((resource) => {
    if (!asked.delete(resource.url) || resource.isShown !== false) return resource;
    return { ...resource, isShown: true };
  });
  for (const resource of resources) if (resource.ok) asked.delete(resource.finalUrl);
  const others = [...asked.values()].flatMap(({ url, type, status, bytes, mediaType }): ResourceFacts[] => {
    const kind = KINDS.get(type);
    if (kind === undefined || status === null || mediaType === undefined) return [];
    const facts = { finalUrl: url, status, mediaType, transferBytes: bytes, decodedBytes: null };
    return [
      { ok: true, url, kind, initiator: 'browser', ...facts, encoding: null, headers: [], sample: null },
    ];
  });
  return [...known, ...others];
};

/** The artifacts of a page as the browser saw it, or as they are when there was none. */
const withRendering = (artifacts: PageArtifacts, { page, rendering }: RenderOutcome): PageArtifacts =>
  page === null
    ? { ...artifacts, rendered: false, rendering }
    : {
        ...artifacts,
        html: page.html,
        sourceHtml: artifacts.html,
        rendered: true,
        browser: page.facts,
        resources: asRequested(artifacts.resources, page.facts.requests ?? []),
        rendering,
      };

/**
 * Gathers, renders if asked to, then audits. Whatever the page does is an outcome; only our own faults
 * reject.
 */
export const createReportGenerator =
  ({ gather, credentialsOf, audit, render }: ReportGeneratorDeps) =>
  async (target: string): Promise<GenerationOutcome> => {
    const { url, render: isRendered, isOwn } = parseTarget(target);
    try {
      const bound = isOwn ? await credentialsOf(target, url) : null;
      const page = await gather(url, bound);
      if (!page.ok) return { status: 'failed', error: page.code, httpStatus: page.httpStatus };
      const rendered = isRendered ? await render(page.artifacts.finalUrl, bound) : null;
      const artifacts = rendered === null ? page.artifacts : withRendering(page.artifacts, rendered);
      return {
        status: 'generated',
        audit: await audit(artifacts),
        facts: factsOf(artifacts),
        screenshots: rendered?.page?.screenshots ?? [],
      };
    } catch (error) {
      if (error instanceof SecretError) return { status: 'failed', error: 'credentials' };
      if (error instanceof AuditAbandonedError) return { status: 'failed', error: 'too_complex' };
      throw error;
    }
  };
