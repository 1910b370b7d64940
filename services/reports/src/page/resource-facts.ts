import type { FoundLibrary } from './libraries/recognise-libraries.ts';
import type { Probe, HeaderPair } from './fetch-result.ts';

export type ResourceKind =
  'script' | 'stylesheet' | 'image' | 'font' | 'media' | 'frame' | 'manifest' | 'preload' | 'other';

/** A file the page refers to, as listed by `discoverResources`. */
export interface ResourceReference {
  /** Absolute, without a fragment; http or https. */
  url: string;
  kind: ResourceKind;
  /** Origin of the reference: an element such as `script[src]`, or `style` for inline CSS. */
  initiator: string;
  /**
   * False for files that a browser doesn't load to show the page: srcset candidates that it doesn't
   * choose, icons, pictures for social networks, and files named only in CSS.
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
    /** A script's libraries; null when not determined in time, missing when not asked for. */
    libraries?: FoundLibrary[] | null;
  }>;
