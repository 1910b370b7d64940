import { SaxesParser } from 'saxes';

/** Where an ampersand stands for itself, and how that part ends. */
const ENDS: Readonly<Record<string, string>> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };
/** The last one of a text may be cut off. */
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z_:][\w:.-]*)(?:;|$)/iy;
/** Text is handed on in parts of about this length. */
const PART = 4_096;

/** Part of an XML text whose bare ampersands were escaped. */
interface EscapedPart {
  readonly text: string;
  /** How many ampersands were escaped in it. */
  readonly bare: number;
}

/**
 * Escapes the ampersands that begin no reference, as in `?a=1&b=2`. An XML parser takes all up to the
 * next semicolon for the name of an entity, which may be the rest of the file. Takes time in
 * proportion to the text, whatever is in it.
 */
export function* escapeBareAmpersands(text: string): Generator<EscapedPart> {
  const marks = /<!\[CDATA\[|<!--|<\?|&/g;
  let from = 0;
  let [part, bare] = ['', 0];
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    let to = marks.lastIndex;
    const end = ENDS[found];
    if (end !== undefined) {
      const closed = text.indexOf(end, to);
      to = closed < 0 ? text.length : closed + end.length;
      part += text.slice(from, to);
    } else {
      REFERENCE.lastIndex = mark.index;
      const isBare = !REFERENCE.test(text);
      if (!isBare) to = REFERENCE.lastIndex;
      part += isBare ? `${text.slice(from, to)}amp;` : text.slice(from, to);
      if (isBare) bare += 1;
    }
    marks.lastIndex = from = to;
    if (part.length < PART) continue;
    yield { text: part, bare };
    [part, bare] = ['', 0];
  }
  yield { text: part + text.slice(from), bare };
}

export interface Sitemap {
  /** `feed` is RSS 2.0 or Atom 1.0, which Google takes for the latest pages of a site. */
  kind: 'urlset' | 'index' | 'text' | 'feed' | 'other';
  /** Every URL listed, as written, as far as the text goes. */
  locations: string[];
  /** The first XML error; null when well-formed or truncated. */
  error: string | null;
}

const KINDS: ReadonlyMap<string, Sitemap['kind']> = new Map<string, Sitemap['kind']>([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['feed', 'feed'],
]);

/** The parser makes an error of each bad character. Enough for one in each entry of a long sitemap. */
const MOST_ERRORS = 10_000;
/** Sitemaps and feeds have four levels; each that is never closed is an error, too. */
const DEEPEST = 100;
/** Between two pieces it is seen whether the rest is worth reading. */
const PIECE = 4_096;

/** Reads a sitemap piece by piece, and yields what it has so far; whoever walks it may pause or stop. */
export function* sitemapPieces(text: string, truncated: boolean): Generator<Sitemap, Sitemap> {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('<')) {
    const all = start.split(/\r?\n/);
    const lines = (truncated ? all.slice(0, -1) : all).map((line) => line.trim()).filter(Boolean);
    const isList = lines.length > 0 && lines.every((line) => /^https?:\/\//i.test(line));
    return { kind: isList ? 'text' : 'other', locations: isList ? lines : [], error: null };
  }
  const sitemap: Sitemap = { kind: 'other', locations: [], error: null };
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  let errors = 0;
  let location: string | null = null;
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '');
    if (depth === 0) sitemap.kind = KINDS.get(local) ?? 'other';
    depth++;
    const isFeed = sitemap.kind === 'feed';
    // The page of an entry: the text of a link in RSS, an attribute in Atom.
    const { href } = attributes;
    if (isFeed && local === 'link' && depth === 3 && href !== undefined) sitemap.locations.push(href.trim());
    if (depth === (isFeed ? 4 : 3) && local === (isFeed ? 'link' : 'loc')) location = '';
  });
  parser.on('text', (value) => {
    if (location !== null) location += value;
  });
  parser.on('cdata', (value) => {
    if (location !== null) location += value;
  });
  parser.on('closetag', () => {
    if (depth === (sitemap.kind === 'feed' ? 4 : 3) && location !== null) {
      sitemap.locations.push(location.trim());
      location = null;
    }
    depth--;
  });
  // The parser continues after an error; the first one is the one to fix.
  parser.on('error', (error) => {
    sitemap.error ??= error.message;
    errors += 1;
  });
  const isHopeless = (): boolean => errors > MOST_ERRORS || depth > DEEPEST;
  for (const { text: part, bare } of escapeBareAmpersands(start)) {
    if (bare > 0) sitemap.error ??= 'an ampersand that isn’t written as &amp;';
    for (let at = 0; at < part.length && !isHopeless(); at += PIECE) {
      parser.write(part.slice(at, at + PIECE));
      yield sitemap;
    }
    if (isHopeless()) break;
  }
  if (isHopeless()) sitemap.error ??= 'too deeply nested';
  else if (!truncated) parser.close();
  return sitemap;
}

/**
 * Reads a sitemap (sitemaps.org 0.9): XML, a feed, or a text file of one URL a line. A cut-off file
 * is read as far as it goes, and one with thousands of errors as far as these.
 */
export const parseSitemap = (text: string, truncated: boolean): Sitemap => {
  const reading = sitemapPieces(text, truncated);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
};
