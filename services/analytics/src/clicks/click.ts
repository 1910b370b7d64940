/** Where an element is in its page, what its words hash to, and where it leads. */
export interface ClickedElement {
  /** `#menu>li.2>a.0`: names, and places among siblings from 0. Empty for all that were too many. */
  readonly selector: string;
  /** 32 bits of the words on a link or button, as a whole number; empty where there are none. */
  readonly textHash: string;
  /** A path of the website, or another host with its path; empty for what is no link. */
  readonly link: string;
}

/** A click on a page that counts. */
export interface Click extends ClickedElement {
  readonly websiteId: number;
  /** Day of the website's calendar. */
  readonly day: string;
  readonly page: string;
  /** True for a window of less than 768 CSS pixels. */
  readonly isNarrow: boolean;
}

/** Clicks on one element in a period. */
export interface ElementClicks extends ClickedElement {
  readonly page: string;
  readonly clicks: number;
  /** Those of them in narrow windows. */
  readonly narrow: number;
}

/** Elements of one page, day and width that are told apart; the rest is counted together. */
export const MOST_ELEMENTS = 100;
/** Pages of one website and day that are told apart. */
export const MOST_PAGES = 500;
