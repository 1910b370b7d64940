import type { ImageLayout } from '../browser-facts.ts';
import type { PageArtifacts } from '../page-artifacts.ts';
import type { PageElement } from './element.ts';
import { exposedElements } from './exposure.ts';
import type { Page } from './page.ts';

/** A rectangle in CSS pixels from the top left of the screen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a browser laid a page out, by the elements of its parsed HTML. */
export interface LaidOut {
  readonly images: ReadonlyMap<PageElement, ImageLayout>;
  /** The element of the Largest Contentful Paint. */
  readonly largest: PageElement | null;
  /** CSS pixels of the screen. */
  readonly height: number;
  readonly hidden: ReadonlySet<PageElement>;
  /** Of what is in the picture of the screen. */
  readonly boxes: ReadonlyMap<PageElement, Box>;
}

const cache = new WeakMap<Page, LaidOut | null>();

/**
 * The layout of a rendered page; null without one, and where the HTML parses to other elements than the
 * browser had, as for a table that scripts put together otherwise than a parser would.
 */
export const laidOut = (page: Page, { browser }: Pick<PageArtifacts, 'browser'>): LaidOut | null => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const layout = browser?.layout ?? null;
  const isSame = layout?.elements === page.elements.length;
  const elementsAt = (places: readonly number[]) => places.flatMap((place) => page.elements[place] ?? []);
  const found =
    layout === null || !isSame
      ? null
      : {
          images: new Map(
            layout.images.flatMap((image): [PageElement, ImageLayout][] => {
              const element = page.elements[image.index];
              return element?.name === 'img' ? [[element, image]] : [];
            }),
          ),
          largest: layout.largest === null ? null : (page.elements[layout.largest] ?? null),
          height: layout.height,
          hidden: new Set(elementsAt(layout.hidden)),
          boxes: new Map(
            (layout.boxes ?? []).flatMap(([index, x, y, width, height]): [PageElement, Box][] => {
              const element = page.elements[index];
              return element === undefined ? [] : [[element, { x, y, width, height }]];
            }),
          ),
        };
  cache.set(page, found);
  return found;
};

/** Where an element is in the picture of the screen; null when it isn’t. */
export const boxOf = (
  page: Page,
  artifacts: Pick<PageArtifacts, 'browser'>,
  element: PageElement,
): Box | null => laidOut(page, artifacts)?.boxes.get(element) ?? null;

/** Whether people or assistive technology get to an element: by the browser's layout, else by the HTML. */
export const isExposed = (page: Page, artifacts: PageArtifacts, element: PageElement): boolean =>
  exposedElements(page).has(element) && laidOut(page, artifacts)?.hidden.has(element) !== true;
