import sniffHtmlEncoding from 'html-encoding-sniffer';

type CharsetSource = 'bom' | 'header' | 'meta' | 'late_meta' | 'default';

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

/**
 * How far browsers look for `<meta charset>` (HTML, "prescan a byte stream to determine its
 * encoding").
 */
export const META_PRESCAN_BYTES = 1024;
/** As far as a late `<meta>` is looked for. */
const LATE_PRESCAN_BYTES = 256 * 1024;
const MAX_COUNTED_ERRORS = 1000;

/**
 * Decodes a document as browsers do: a byte order mark wins, then `Content-Type`, then a `<meta>`
 * within the first 1,024 bytes, then a later one (which makes browsers start again), else
 * windows-1252. Never throws; what can't be decoded becomes U+FFFD and is counted.
 */
export const decodeHtml = (
  bytes: Uint8Array,
  contentType: string | null,
): { html: string; charset: CharsetFacts } => {
  const header = charsetParameter(contentType ?? '');
  const meta = declaredWithin(withoutMark(bytes), META_PRESCAN_BYTES);
  const [used, source] = chooseEncoding(bytes, header, meta);
  const html = new TextDecoder(used).decode(bytes);
  return { html, charset: { used, source, header, meta, errors: countErrors(html, bytes, used) } };
};

/** A byte order mark decides; without it, what the page declares is seen, too. */
const withoutMark = (bytes: Uint8Array): Uint8Array => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  return bytes;
};

const chooseEncoding = (
  bytes: Uint8Array,
  header: string | null,
  meta: string | null,
): [string, CharsetSource] => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return ['utf-8', 'bom'];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be', 'bom'];
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le', 'bom'];
  const fromHeader = encodingName(header);
  if (fromHeader !== null) return [fromHeader, 'header'];
  if (meta !== null) return [meta, 'meta'];
  const late = declaredWithin(bytes, LATE_PRESCAN_BYTES);
  return late === null ? ['windows-1252', 'default'] : [late, 'late_meta'];
};

/** The WHATWG name of an encoding label, or null for one that doesn't exist. */
export const encodingName = (label: string | null): string | null => {
  if (label === null || label.trim() === '') return null;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
};

/** The charset parameter of a media type, or null. */
export const charsetParameter = (contentType: string): string | null => {
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
};

/**
 * The encoding that a `<meta>` or an XML declaration within so many bytes declares, by its WHATWG
 * name; null without one.
 */
const declaredWithin = (bytes: Uint8Array, maxPrescanBytes: number): string | null =>
  encodingName(sniffHtmlEncoding(bytes, { defaultEncoding: null, maxPrescanBytes }));

/** U+FFFD in the text that the document did not hold itself. */
const countErrors = (html: string, bytes: Uint8Array, encoding: string): number => {
  let count = 0;
  for (let at = html.indexOf('\uFFFD'); at !== -1; at = html.indexOf('\uFFFD', at + 1)) {
    if (++count >= MAX_COUNTED_ERRORS) break;
  }
  if (count === 0 || encoding !== 'utf-8') return count;
  const own = Buffer.from('\uFFFD');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(own); at !== -1 && count > 0; at = buffer.indexOf(own, at + 3)) count--;
  return count;
};
