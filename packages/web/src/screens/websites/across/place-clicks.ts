import type { Output } from '@platform/client';

type Element = Output<'stats.clicks'>['elements'][number];
type Target = Output<'reports.looks'>['targets']['phone'][number];

/** Clicks on an element with its name, and its place in the picture where that is known. */
export interface PlacedClicks {
  readonly key: string;
  /** The words of a link or button, where a report knows them; else the way to it. */
  readonly name: string;
  readonly selector: string;
  readonly link: string;
  readonly clicks: number;
  readonly box: Target['box'] | undefined;
}

/**
 * Finds the elements that were clicked among those of a report: at the same place with the same
 * words; else with words that only one of them has, as when something was put in front of it.
 * @param others what those are called that were counted together
 */
export const placeClicks = (
  elements: readonly Element[],
  targets: readonly Target[],
  others: string,
): readonly PlacedClicks[] => {
  const byPlace = new Map(targets.map((target) => [`${target.selector} ${target.text_hash}`, target]));
  const byWords = Map.groupBy(targets, ({ text_hash: hash }) => hash);
  return elements.map(({ selector, text_hash: hash, link, clicks }) => {
    const [only, another] = hash === '' ? [] : (byWords.get(hash) ?? []);
    const target = byPlace.get(`${selector} ${hash}`) ?? (another ? undefined : only);
    return {
      key: `${selector} ${hash} ${link}`,
      name: selector === '' ? others : target?.text || selector,
      selector,
      link,
      clicks,
      box: target?.box,
    };
  });
};
