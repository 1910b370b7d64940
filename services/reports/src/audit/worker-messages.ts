import type { FoundLibrary } from '../page/libraries/recognise-libraries.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { AuditReport } from './audit.ts';
import type { Discovery } from './discover-resources.ts';
import type { PageSurvey } from './survey-page.ts';

export type WorkerTask =
  | { kind: 'discover'; html: string; url: string }
  | { kind: 'recognise'; code: string }
  | { kind: 'audit'; artifacts: PageArtifacts }
  | { kind: 'survey'; artifacts: PageArtifacts };

export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'discover'; value: Discovery }
  | { kind: 'recognise'; value: FoundLibrary[] }
  | { kind: 'audit'; value: AuditReport }
  | { kind: 'survey'; value: PageSurvey }
  | { kind: 'failed'; message: string };

export interface WorkerMessage {
  readonly answer: WorkerAnswer;
  /** Microseconds that the thread has run so far. */
  readonly processorTime: number;
}
