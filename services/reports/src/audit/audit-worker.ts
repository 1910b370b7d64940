import { parentPort } from 'node:worker_threads';
import { createCheckRegistry } from '../checks/registry.ts';
import { librariesInCode } from '../page/libraries/recognise-libraries.ts';
import { audit } from './audit.ts';
import { discoverResources } from './discover-resources.ts';
import { surveyPage } from './survey-page.ts';
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

/**
 * Entry point of a worker thread: one task at a time, one answer each. The pool enforces the time
 * limit.
 */
const registry = createCheckRegistry();

const perform = (task: WorkerTask): WorkerAnswer => {
  try {
    if (task.kind === 'discover') {
      return { kind: 'discover', value: discoverResources(task.html, task.url) };
    }
    if (task.kind === 'recognise') return { kind: 'recognise', value: librariesInCode(task.code) };
    if (task.kind === 'survey') return { kind: 'survey', value: surveyPage(task.artifacts, registry) };
    return { kind: 'audit', value: audit(task.artifacts, registry) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
};

/** The processor time of this thread so far goes with each answer, to count from for the next one. */
const send = (answer: WorkerAnswer): void => {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ answer, processorTime: user + system } satisfies WorkerMessage);
};

parentPort?.on('message', (task: WorkerTask) => {
  send(perform(task));
});
send({ kind: 'ready' });
