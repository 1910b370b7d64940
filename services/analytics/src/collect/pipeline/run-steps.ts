import type { HitDraft, Step, Verdict } from './hit-draft.ts';

/** Runs a draft through the steps up to the first verdict. */
export const run = async (steps: readonly Step[], draft: HitDraft): Promise<Verdict | null> => {
  for (const step of steps) {
    const verdict = step(draft);
    const settled = verdict instanceof Promise ? await verdict : verdict;
    if (settled !== null) return settled;
  }
  return null;
};
