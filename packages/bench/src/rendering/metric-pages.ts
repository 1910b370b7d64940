import { createServer } from 'node:http';
import type { Server } from 'node:http';

/** Traits that make a page slow. */
interface PageTraits {
  /** Kilobytes of text, of a picture at the top, and of a blocking stylesheet and script. */
  readonly text: number;
  readonly picture?: number;
  readonly css?: number;
  readonly script?: number;
  /** Milliseconds for which scripts keep the processor busy once the page has loaded. */
  readonly work?: number;
  /** Pixels that a late banner pushes the page down. */
  readonly shift?: number;
  /** Milliseconds before the server answers. */
  readonly delay?: number;
}

/** Twenty pages, from bare text to a heavy one. */
export const METRIC_PAGES: readonly PageTraits[] = [
  { text: 5 },
  { text: 60 },
  { text: 300 },
  { text: 20, delay: 400 },
  { text: 20, delay: 1200 },
  { text: 20, css: 30 },
  { text: 20, css: 150 },
  { text: 20, script: 80 },
  { text: 20, script: 300 },
  { text: 20, css: 60, script: 120 },
  { text: 20, picture: 40 },
  { text: 20, picture: 200 },
  { text: 20, picture: 600 },
  { text: 20, work: 120 },
  { text: 20, work: 400 },
  { text: 20, script: 100, work: 200 },
  { text: 20, shift: 120 },
  { text: 20, shift: 400, picture: 80 },
  { text: 80, css: 80, script: 150, picture: 150, work: 150, shift: 80 },
  { text: 150, css: 120, script: 400, picture: 400, work: 300, shift: 200, delay: 300 },
];

const SENTENCE = 'A page that is measured should look like pages that people read every day. ';

/** A picture (BMP) of that many bytes, which nothing compresses in transit. */
const picture = (kilobytes: number): Buffer => {
  const width = 400;
  const height = Math.max(1, Math.round((kilobytes * 1024 - 54) / (width * 3)));
  const image = Buffer.alloc(54 + width * 3 * height, 0x7f);
  image.write('BM');
  image.writeUInt32LE(image.length, 2);
  image.writeUInt32LE(54, 10);
  image.writeUInt32LE(40, 14);
  image.writeInt32LE(width, 18);
  image.writeInt32LE(height, 22);
  image.writeUInt16LE(1, 26);
  image.writeUInt16LE(24, 28);
  return image;
};

const pageOf = (index: number, traits: PageTraits): string => {
  const { text, work = 0, shift = 0 } = traits;
  const busy = `const end = performance.now() + ${work}; while (performance.now() < end);`;
  const banner = `const banner = document.createElement('p'); banner.style.height = '${shift}px'; document.body.prepend(banner);`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${index}</title>
<meta name="viewport" content="width=device-width">
${traits.css === undefined ? '' : `<link rel="stylesheet" href="/${index}/style.css">`}
${traits.script === undefined ? '' : `<script src="/${index}/script.js"></script>`}</head><body><h1>Page ${index}</h1>
${traits.picture === undefined ? '' : `<img src="/${index}/picture.bmp" alt="" style="display:block;width:400px;height:500px">`}
${`<p>${SENTENCE.repeat(8)}</p>`.repeat(Math.ceil((text * 1024) / (SENTENCE.length * 8)))}
${work > 0 ? `<script>addEventListener('load', () => setTimeout(() => { ${busy} }, 300));</script>` : ''}
${shift > 0 ? `<script>addEventListener('load', () => setTimeout(() => { ${banner} }, 600));</script>` : ''}</body></html>`;
};

const bodyOf = (index: number, file: string): { type: string; body: string | Buffer } | undefined => {
  const traits = METRIC_PAGES[index];
  if (traits === undefined) return undefined;
  if (file === '') return { type: 'text/html; charset=utf-8', body: pageOf(index, traits) };
  if (file === 'style.css')
    return { type: 'text/css', body: '.unused{color:#123456}\n'.repeat(((traits.css ?? 0) * 1024) / 23) };
  if (file === 'script.js')
    return {
      type: 'text/javascript',
      body: 'globalThis.n=(globalThis.n??0)+1;\n'.repeat(((traits.script ?? 0) * 1024) / 38),
    };
  if (file === 'picture.bmp') return { type: 'image/bmp', body: picture(traits.picture ?? 0) };
  return undefined;
};

/** Serves the pages as `/0/`, `/1/`, …, ignoring the query. */
export const createMetricSite = (): Server =>
  createServer((request, response) => {
    const [, index = '', file = ''] = new URL(request.url ?? '/', 'http://site').pathname.split('/');
    const found = /^\d+$/.test(index) ? bodyOf(Number(index), file) : undefined;
    const delay = file === '' ? (METRIC_PAGES[Number(index)]?.delay ?? 0) : 0;
    setTimeout(() => {
      if (found === undefined) response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': found.type, 'content-length': Buffer.byteLength(found.body) })
          .end(found.body);
    }, delay);
  });
