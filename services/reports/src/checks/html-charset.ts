import type { CharsetFacts, CharsetSource } from './page-artifacts.ts';

/** How far browsers look for `<meta charset>` (HTML, "prescan a byte stream to determine its encoding"). */
export const META_PRESCAN_BYTES = 1024;
const MAX_COUNTED_ERRORS = 1000;

/**
 * Decodes a document as browsers do: a byte order mark wins, then `Content-Type`, then a `<meta>` within the first
 * 1,024 bytes, else windows-1252. Never throws; what can't be decoded becomes U+FFFD and is counted.
 */
export function decodeHtml(
  bytes: Uint8Array,
  contentType: string | null,
): { html: string; charset: CharsetFacts } {
  const header = charsetParameter(contentType ?? '');
  const meta = metaCharset(bytes);
  const [used, source] = chooseEncoding(bytes, header, meta);
  const html = new TextDecoder(used).decode(bytes);
  return { html, charset: { used, source, header, meta, errors: countErrors(html, bytes, used) } };
}

function chooseEncoding(
  bytes: Uint8Array,
  header: string | null,
  meta: string | null,
): [string, CharsetSource] {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return ['utf-8', 'bom'];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be', 'bom'];
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le', 'bom'];
  const fromHeader = encodingName(header);
  if (fromHeader !== null) return [fromHeader, 'header'];
  const fromMeta = encodingName(meta);
  // A <meta> that could be read as ASCII can't be UTF-16, whatever it claims.
  if (fromMeta !== null) return [fromMeta.startsWith('utf-16') ? 'utf-8' : fromMeta, 'meta'];
  return ['windows-1252', 'default'];
}

/** The WHATWG name of an encoding label, or null for one that doesn't exist. */
export function encodingName(label: string | null): string | null {
  if (label === null || label.trim() === '') return null;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

/** The charset parameter of a media type, or null. */
export function charsetParameter(contentType: string): string | null {
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}

function metaCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, META_PRESCAN_BYTES));
  const visible = start.replace(/<!--.*?(?:-->|$)/gs, '');
  for (const [tag] of visible.matchAll(/<meta[\s/][^>]*>/gi)) {
    const direct = /[\s/"']charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/>;]+))/i.exec(tag);
    if (direct && !/http-equiv/i.test(tag)) return direct[1] ?? direct[2] ?? direct[3] ?? null;
    if (!/http-equiv\s*=\s*["']?\s*content-type/i.test(tag)) continue;
    const content = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const label = charsetParameter(content?.[1] ?? content?.[2] ?? '');
    if (label !== null) return label;
  }
  return null;
}

/** U+FFFD in the text that the document did not hold itself. */
function countErrors(html: string, bytes: Uint8Array, encoding: string): number {
  let count = 0;
  for (let at = html.indexOf('\uFFFD'); at !== -1; at = html.indexOf('\uFFFD', at + 1)) {
    if (++count >= MAX_COUNTED_ERRORS) break;
  }
  if (count === 0 || encoding !== 'utf-8') return count;
  const own = Buffer.from('\uFFFD');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(own); at !== -1 && count > 0; at = buffer.indexOf(own, at + 3)) count--;
  return count;
}
