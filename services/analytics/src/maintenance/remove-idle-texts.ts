import type { IdleText, IdleTextsStore } from './idle-texts-store.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './run-steps.ts';

/**
 * A text is removed when nothing has referred to it, and nobody has looked it up, for so long. No
 * process remembers its id then: memories last a day (`MEMORY_MS` of the dictionary), even where a
 * clock is set back by another.
 */
const IDLE_MS = 3 * 86_400_000;
/** Texts that are marked or removed at one look. */
const TEXTS = 100_000;
/** What is left after this many, or after this time, waits for the next sweep. */
const WEBSITES = 100_000;
const ENOUGH_MS = 5 * 60_000;
/** A website with more texts, or whose texts can't be looked at, has its next turn after this long. */
const AGAIN_MS = 3_600_000;

/**
 * Removes the texts of one website that nothing refers to any more, or notes that they are idle.
 * @returns false if there may be more of them
 */
const sweepTexts = async (
  store: IdleTextsStore,
  websiteId: number,
  idleBefore: Date,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  let used: ReadonlySet<number> | undefined;
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    const texts: readonly IdleText[] = await store.list(websiteId, afterId, idleBefore, TEXTS);
    if (texts.some(({ isPage }) => isPage)) used ??= await store.pagesOfEvents(websiteId);
    const idle = texts.filter(({ id }) => !used?.has(id));
    const idsOf = (areForgotten: boolean): number[] =>
      idle.filter(({ isForgotten }) => isForgotten === areForgotten).map(({ id }) => id);
    await store.remove(websiteId, idsOf(true), idleBefore);
    await store.mark(websiteId, idsOf(false), now);
    if (signal?.aborted) return false;
    const isFull = texts.length >= TEXTS;
    if (isFull && idle.length > 0) return false;
    afterId = isFull ? texts.at(-1)?.id : undefined;
  }
  return true;
};

/** Looks at a website, and says when to look again. */
const sweepWebsite = async (
  store: IdleTextsStore,
  websiteId: number,
  isShortLived: boolean,
  now: number,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const again = new Date(now + AGAIN_MS);
  await store.schedule(websiteId, again);
  const idleBefore = new Date(now - IDLE_MS);
  if (!(await sweepTexts(store, websiteId, idleBefore, new Date(now), signal))) return;
  const isUnfinished = isShortLived || (await store.hasMarkedSince(websiteId, idleBefore));
  await store.reschedule(websiteId, again, isUnfinished ? new Date(now + IDLE_MS) : null);
};

/**
 * Removes texts that nothing refers to any more: what a website's retention removed, or an import
 * that was undone, must not live on as a list of page addresses.
 * @param shortLived the websites that keep their data for a limited time
 * @param signal ends it between two looks; the rest waits for the next sweep
 * @throws AggregateError that names the websites that failed
 */
export const removeIdleTexts = async (
  store: IdleTextsStore,
  shortLived: readonly number[],
  signal?: AbortSignal,
): Promise<void> => {
  const now = await store.now();
  const end = performance.now() + ENOUGH_MS;
  const limited = new Set(shortLived);
  const due = await store.due(shortLived, new Date(now), WEBSITES);
  const steps = function* (): Generator<Step> {
    for (const id of due) {
      if (performance.now() > end) return;
      yield [`texts of website ${id}`, () => sweepWebsite(store, id, limited.has(id), now, signal)];
    }
  };
  await runSteps(steps(), signal);
};
