/** A colour of a page, and how much of it there is. */
export interface UsedColour {
  /** Such as `#2b5bd7`. */
  readonly hex: string;
  /** Letters in this colour. */
  readonly text: number;
  /** CSS pixels of surfaces in it, at the width of a phone; those below others count, too. */
  readonly area: number;
}

/** A text's colour on the one behind it. */
export interface ColourPair {
  readonly foreground: string;
  readonly background: string;
  /** WCAG's contrast, rounded down to two decimals. */
  readonly ratio: number;
  /** The ratio that WCAG's level AA requires: 3 for large text, otherwise 4.5. */
  readonly needed: number;
  readonly letters: number;
  /** The way to the first element that has it. */
  readonly selector: string;
}

/** A link, button or field, named as the tracker names what is clicked. */
export interface ClickTarget {
  readonly selector: string;
  readonly hash: string;
  readonly text: string;
  /** Left, top, width and height in the picture of the screen. */
  readonly box: readonly number[];
}

/** How a page looks to those who see it: colours as a phone shows them, links on both screens. */
export interface PageLooks {
  readonly colours: readonly UsedColour[];
  readonly pairs: readonly ColourPair[];
  readonly targets: { readonly phone: readonly ClickTarget[]; readonly desktop: readonly ClickTarget[] };
}
