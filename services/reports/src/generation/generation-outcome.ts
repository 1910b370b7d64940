import type { AuditReport } from '../audit/audit.ts';
import type { Screenshot } from '../browser/render-page.ts';
import type { FailureCode } from '../runs/failure.ts';
import type { PageFacts } from '../runs/run.ts';

/** The outcome of a generation: an audit, or the reason there is none. */
export type GenerationOutcome =
  | {
      readonly status: 'generated';
      readonly audit: AuditReport;
      readonly facts: PageFacts;
      /** Empty unless a browser rendered the page. */
      readonly screenshots: readonly Screenshot[];
    }
  | {
      readonly status: 'failed';
      readonly error: FailureCode;
      /** With which the page responded, if it did. */
      readonly httpStatus?: number | null;
    };
