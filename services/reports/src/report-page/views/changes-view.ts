import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { compareRuns } from '../../runs/compare-runs.ts';
import type { ComparedCheck } from '../../runs/compare-runs.ts';
import type { DetailedRun } from '../../runs/run.ts';
import { timeOf } from './facts-view.ts';

/**
 * The changes since the previous run: score, fixed and new findings. Null without a previous run.
 */
export const changesView = (before: DetailedRun | undefined, after: DetailedRun): Html | null => {
  if (!before?.audit || !after.audit) return null;
  const { fixed, new: appeared } = compareRuns(before.audit.checks, after.audit.checks);
  const change = after.audit.score - before.audit.score;
  const score =
    change === 0
      ? 'The score is the same'
      : `The score ${change > 0 ? 'rose' : 'fell'} by ${Math.abs(change)}`;
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">Since the last time</h2>
    <p>
      ${score}: ${before.audit.score} on ${timeOf(before.finishedAt)}, ${after.audit.score} now.
      ${before.rulesVersion !== after.rulesVersion && 'The rules have changed since then.'}
    </p>
    ${listView('Fixed', fixed)} ${listView('New', appeared)}
  </section>`;
};

const listView = (heading: string, checks: readonly ComparedCheck[]): Html | null => {
  if (checks.length === 0) return null;
  return html`<h3>${heading}</h3>
    <ul>
      ${checks.map(({ id, title, message, after }) => (after === 'pass' || after === 'not_applicable' || after === 'info' ? html`<li>${title}</li>` : html`<li><a href="#${id}">${message}</a></li>`))}
    </ul>`;
};
