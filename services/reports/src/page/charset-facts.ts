export type CharsetSource = 'bom' | 'header' | 'meta' | 'late_meta' | 'default';

export interface CharsetFacts {
  /** The encoding used, by its WHATWG name in lower case, such as `utf-8` or `windows-1252`. */
  used: string;
  source: CharsetSource;
  /** The label in `Content-Type`, as sent. */
  header: string | null;
  /** The encoding that a `<meta>` within the first 1,024 bytes declares, by its WHATWG name. */
  meta: string | null;
  /** Byte sequences that are not valid in the encoding used, counted up to 1,000. */
  errors: number;
}
