import type { BoundHeaders } from '../credentials/credentials.ts';
import type { RenderReason } from '../page/browser-facts.ts';
import type { RenderedPage, RenderOptions } from './render-page.ts';

/** Tasks of a browser. */
export type BrowserTask =
  | ({ readonly kind: 'render'; readonly url: string; readonly bound: BoundHeaders | null } & RenderOptions)
  | { readonly kind: 'print'; readonly markup: string };

/** Answers of its process: first that it is ready, then one per task. */
export type BrowserAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly page: RenderedPage }
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly reason?: RenderReason;
      readonly benchmarkIndex?: number | null;
    };

/** Settings that its process receives at startup, as JSON in its only argument. */
export interface BrowserStart {
  /** The only way out, for Chromium’s `--proxy-server`. */
  readonly proxyUrl: string;
  /** Where Chromium is kept if it has to be unpacked. */
  readonly cacheParent: string;
  /** Whether the process may run without Chromium’s sandbox, because it has its own container. */
  readonly isContained: boolean;
}
