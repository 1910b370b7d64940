import type { AuditPool } from '../audit/audit-pool.ts';
import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { PageArtifacts } from '../checks/page-artifacts.ts';
import type { PageFacts } from '../runs/run.ts';
import type { GatheredPage } from './gather-page.ts';
import type { GenerationOutcome } from './generation-outcome.ts';

export interface ReportGeneratorDeps {
  gather: (url: string) => Promise<GatheredPage>;
  audit: AuditPool['audit'];
}

const factsOf = (artifacts: PageArtifacts): PageFacts => {
  const { requestedUrl, finalUrl, redirects, response, body, timings, tls, gatheredAt, resources } =
    artifacts;
  const sizes = resources.map((resource) => (resource.ok ? (resource.transferBytes ?? 0) : 0));
  return {
    ...{ requestedUrl, finalUrl, redirects, response, body, timings, tls, gatheredAt },
    resources: resources.length,
    totalTransferBytes: body.transferBytes + sizes.reduce((sum, size) => sum + size, 0),
  };
};

/** Gathers, then audits. Whatever the page does is an outcome; only faults of ours reject. */
export const createReportGenerator =
  ({ gather, audit }: ReportGeneratorDeps) =>
  async (url: string): Promise<GenerationOutcome> => {
    try {
      const page = await gather(url);
      if (!page.ok) return { status: 'failed', error: page.code };
      return { status: 'generated', audit: await audit(page.artifacts), facts: factsOf(page.artifacts) };
    } catch (error) {
      if (error instanceof AuditAbandonedError) return { status: 'failed', error: 'too_complex' };
      throw error;
    }
  };
