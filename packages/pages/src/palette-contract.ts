import type { Language } from './contract.ts';

/** A step of a colour's scale; fields are named as in the API. */
export interface PageStep {
  readonly step: string;
  readonly hex: string;
  /** Contrast with white, or with the ground that the scale was made for; rounded down. */
  readonly contrast: number;
  readonly is_base: boolean;
}

/** A colour of a palette. */
export interface PageColor {
  readonly index: number;
  readonly role: string;
  readonly name: string;
  readonly hex: string;
  readonly on_color: string;
  readonly scale?: readonly PageStep[];
}

/** The contrast of two colours, which are named by their hex digits. */
export interface PagePair {
  readonly foreground: string;
  readonly background: string;
  /** Of WCAG 2, rounded down to two decimals. */
  readonly ratio: number;
  readonly apca: number;
}

/** How a palette looks with a kind of colour vision. */
export interface PageVision {
  readonly kind: string;
  /** The colours as they are seen, in the palette's order. */
  readonly colors: readonly string[];
  /** Indexes of the two colours that are hardest to tell apart. */
  readonly pair: readonly number[] | null;
  /** Their distance ΔEOK. */
  readonly min_delta_e: number | null;
}

/** A palette as its page shows it. */
export interface PagePalette {
  readonly name: string | null;
  readonly description: string | null;
  readonly base_color: { readonly input: string };
  readonly harmony: string;
  readonly colors: readonly PageColor[];
  /** Contrast that a scale was made for, with the ground it is measured on; null for other scales. */
  readonly scale: unknown;
}

/** A format that a page offers a palette in. */
export interface PageFormat {
  readonly id: string;
  readonly title: string;
}

/** What a palette's page is made of. */
export interface PalettePageContent {
  readonly palette: PagePalette;
  readonly pairs: readonly PagePair[];
  readonly vision: readonly PageVision[];
  readonly formats: readonly PageFormat[];
  /** Address of the page without its query. */
  readonly url: string;
}

/** A role of a theme in one of its modes. */
export interface PageRole {
  readonly hex: string;
  readonly alpha: number;
  /** The role that it is meant to be on, and the contrast with that; null for grounds. */
  readonly on: string | null;
  readonly ratio: number | null;
}

/** What a theme's page is made of. */
export interface ThemePageContent {
  readonly name: string;
  readonly palette: Pick<PagePalette, 'base_color' | 'harmony'> & { readonly count: number };
  /** Roles by their names, by the names of modes as in the API: `high_contrast`. */
  readonly modes: Readonly<Record<string, Readonly<Record<string, PageRole>>>>;
}

/** A document whose colours are in a style sheet of its own, which the content policy has to allow. */
export interface PaintedDocument {
  readonly markup: string;
  /** The text of its one `<style>`. */
  readonly style: string;
}

/** What a page is asked for with. */
export interface PageRequest {
  readonly language: Language;
  /** Query of the address, with `?` in front, or empty. */
  readonly search: string;
}

/** Pages of the palette service. */
export interface PalettePages {
  /** The page of a shared palette; with `embed=1`, its colours alone, for frames. */
  palette(content: PalettePageContent, request: PageRequest): PaintedDocument;
  /** The page that shows a theme on the parts of a website, in each mode. */
  theme(content: ThemePageContent, request: PageRequest): PaintedDocument;
}
