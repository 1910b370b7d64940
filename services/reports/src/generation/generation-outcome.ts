import type { AuditReport } from '../audit/audit.ts';
import type { ReportErrorCode } from '../reports/report.ts';
import type { PageFacts } from '../runs/run.ts';

/** What a generation came to: an audit, or the reason why there is none. */
export type GenerationOutcome =
  | { readonly status: 'generated'; readonly audit: AuditReport; readonly facts: PageFacts }
  | { readonly status: 'failed'; readonly error: ReportErrorCode };
