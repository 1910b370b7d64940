import { inflateSync } from 'node:zlib';

const objectsOf = (pdf: string): ReadonlyMap<string, string> =>
  new Map([...pdf.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id = '', body = '']) => [id, body]));

/** The operators of a page, as Chromium’s printer (Skia) stores them. */
const contentOf = (body: string): string => {
  const [, stream] = /stream\r?\n(.*?)\r?\nendstream/s.exec(body) ?? [];
  if (stream === undefined) throw new Error('A page has no content.');
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
};

/** How many pieces of text stand on each page of a PDF by Chromium. */
export const printedPages = (file: Buffer): number[] => {
  const objects = objectsOf(file.toString('latin1'));
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body));
  return pages.map((page) => {
    const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
    return [...contentOf(objects.get(content) ?? '').matchAll(/\bT[jJ]\b/g)].length;
  });
};
