import { parentPort } from 'node:worker_threads';
import { createCheckRegistry } from '../checks/registry.ts';
import { audit } from './audit.ts';
import type { WorkerAnswer, WorkerTask } from './audit-pool.ts';
import { discoverResources } from './discover-resources.ts';

/** The entry of a worker thread: one task at a time, one answer each. The pool ends the thread when it takes too long. */
const registry = createCheckRegistry();

function perform(task: WorkerTask): WorkerAnswer {
  try {
    if (task.kind === 'discover') {
      return { kind: 'discover', value: discoverResources(task.html, task.url) };
    }
    return { kind: 'audit', value: audit(task.artifacts, registry) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: WorkerTask) => {
  parentPort?.postMessage(perform(task));
});
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerAnswer);
