/** Languages of the pages. */
export type Language = 'en' | 'de';

/** Asks about the website of a page: the questions of the API, by their names here. */
export type Ask = (question: string, input: object) => Promise<unknown>;

/** A website of a group; its path is that of its own statistics where those are open. */
export interface GroupedWebsite {
  readonly domain: string;
  readonly path: string | undefined;
}

/** A website, or a group of them, as its statistics page knows it. */
export interface StatisticsSite {
  /** The name of a group. */
  readonly domain: string;
  /** Path of the page, without a slash at the end. */
  readonly path: string;
  /** The line that the owner pastes into the website's pages; a group has none. */
  readonly trackingCode?: string;
  /** The websites of a group. */
  readonly websites?: readonly GroupedWebsite[];
  /** Source of countries and its date (2026-11-26). */
  readonly places: { readonly name: string; readonly day: string } | undefined;
}

/** The form that asks the owner who gets the e-mail reports. */
export interface RecipientsForm {
  readonly action: string;
  readonly typed: string;
  /** The fault of the typed text. */
  readonly fault: string | undefined;
}

export interface StatisticsPageOptions {
  readonly site: StatisticsSite;
  readonly language: Language;
  /** Query of the address, with `?` in front, or empty. */
  readonly search: string;
  readonly isIndexed: boolean;
  readonly recipients: RecipientsForm | undefined;
  readonly ask: Ask;
  /** True for the error of a question that can't be asked like this. */
  readonly isRefusal: (error: unknown) => boolean;
}

/** Pages that a service sends, as whole documents. */
export interface StatisticsPages {
  /** The statistics, with their data. @throws what `ask` throws, but for refusals */
  statistics(options: StatisticsPageOptions): Promise<string>;
  /** Asks for the password; posts to `action`. `message` says why it asks again. */
  password(options: {
    domain: string;
    action: string;
    message: string | undefined;
    language: Language;
  }): string;
  /** Says that there is no such page, or that it can't be shown; `advice` is what a person may do. */
  fault(options: { fault: 'missing' | 'failed'; advice: string | undefined; language: Language }): string;
  /** A small page whose content is markup already. */
  small(options: { title: string; markup: string; language: Language }): string;
  /** The view of an address, written the shortest way, with the language that it names. */
  address(search: string): string;
}

/** Data of a page as it is written into it. */
export interface PageData {
  readonly site: StatisticsSite;
  readonly language: Language;
  /** Parameters that every address of the page repeats. */
  readonly kept: string;
  readonly search: string;
  readonly answers: readonly (readonly [key: string, answer: unknown])[];
}
