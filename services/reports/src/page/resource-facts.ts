import type { FoundLibrary } from './libraries/recognise-libraries.ts';
import type { Probe, HeaderPair } from './fetch-result.ts';

export type ResourceKind =
  'script' | 'stylesheet' | 'image' | 'font' | 'media' | 'frame' | 'manifest' | 'preload' | 'other';

/** A file the page refers to, as listed by `discoverResources`. */
export interface ResourceReference {
  /** Absolute, without a fragment; http or https. */
  url: string;
  kind: ResourceKind;
  /** What refers to it: an element such as `script[src]`, or `style` for inline CSS. */
  initiator: string;
  /**
   * False for what a browser doesn't load to show the page: the candidates of a srcset that it doesn't
   * choose, icons, pictures for social networks, and what only CSS names.
   */
  isShown?: boolean;
}

export type ResourceFacts = ResourceReference &
  Probe<{
    finalUrl: string;
    status: number;
    mediaType: string | null;
    /**
     * Bytes on the wire, or null when the server doesn't say and the file wasn't read to its end.
     */
    transferBytes: number | null;
    /** Bytes after decompression, or null likewise. */
    decodedBytes: number | null;
    encoding: string | null;
    headers: HeaderPair[];
    /**
     * The first 16 KiB of text of a script or stylesheet, or null when only its headers were asked
     * for.
     */
    sample: string | null;
    /** What a script holds; null when that couldn't be told in time, missing when it wasn't asked. */
    libraries?: FoundLibrary[] | null;
  }>;
