import { SaxesParser } from 'saxes';

export interface Sitemap {
  kind: 'urlset' | 'index' | 'text' | 'other';
  /** Every URL listed, as written, as far as the text goes. */
  locations: string[];
  /** The first mistake of the XML; null when it is well-formed or cut off. */
  error: string | null;
}

/** Reads a sitemap (sitemaps.org 0.9): XML, or a text file of one URL a line. A cut-off file is read as far as it goes. */
export function parseSitemap(text: string, truncated: boolean): Sitemap {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('<')) {
    const lines = start
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    const isList = lines.length > 0 && lines.every((line) => /^https?:\/\//i.test(line));
    return { kind: isList ? 'text' : 'other', locations: isList ? lines : [], error: null };
  }
  const sitemap: Sitemap = { kind: 'other', locations: [], error: null };
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  let location: string | null = null;
  parser.on('opentag', ({ name }) => {
    const local = name.replace(/^.*:/, '');
    if (depth === 0)
      sitemap.kind = local === 'urlset' ? 'urlset' : local === 'sitemapindex' ? 'index' : 'other';
    depth++;
    if (depth === 3 && local === 'loc') location = '';
  });
  parser.on('text', (value) => {
    if (location !== null) location += value;
  });
  parser.on('cdata', (value) => {
    if (location !== null) location += value;
  });
  parser.on('closetag', () => {
    if (depth === 3 && location !== null) {
      sitemap.locations.push(location.trim());
      location = null;
    }
    depth--;
  });
  // The parser goes on after a mistake; the first one is the one to mend.
  parser.on('error', (error) => {
    sitemap.error ??= error.message;
  });
  parser.write(start);
  if (!truncated) parser.close();
  return sitemap;
}
