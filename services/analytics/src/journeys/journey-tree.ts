import { LEVELS } from './journey.ts';
import type { JourneyNode } from './journey.ts';

/** A way by the ids of its pages, nearest first; null behind its end, 0 where the visit ended. */
export interface Way {
  readonly ids: readonly (number | null)[];
  readonly views: number;
}

/** Pages that are shown behind each page. */
const BRANCHES = 10;

const startsWith = (ids: Way['ids'], start: readonly number[]): boolean =>
  start.every((id, index) => ids[index] === id);

/** Ways of one more page than `start`, those taken most often. */
const branchesOf = (ways: readonly Way[], start: readonly number[]): readonly Way[] =>
  ways
    .filter(
      ({ ids }) => startsWith(ids, start) && ids.filter((id) => id !== null).length === start.length + 1,
    )
    .slice(0, BRANCHES);

/**
 * The tree of ways, of which there are those of one page, of two and of three, each with its views.
 * @param ways those taken most often first
 */
export const toTree = (
  ways: readonly Way[],
  nameOf: ReadonlyMap<number, string>,
  start: readonly number[] = [],
): readonly JourneyNode[] =>
  branchesOf(ways, start).map(({ ids, views }) => {
    const id = ids[start.length] ?? 0;
    const goesOn = id !== 0 && start.length + 1 < LEVELS;
    return {
      page: id === 0 ? null : (nameOf.get(id) ?? ''),
      views,
      next: goesOn ? toTree(ways, nameOf, [...start, id]) : [],
    };
  });
