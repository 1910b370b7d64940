import { audit } from '../../src/audit/audit.ts';
import type { CheckResult } from '../../src/checks/check.ts';
import type { Place } from '../../src/page/html/place.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { examples } from '../checks/examples/all.ts';
import { parsePage } from '../../src/page/html/page.ts';
import { checksCsv, lighthouseJson } from '../../src/report-exports/report-exports-service.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { artifactsOf, inBrowser } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();

const placesOf = (id: string, changes: Partial<PageArtifacts>): (Place | null | undefined)[] =>
  audit(artifactsOf(changes), registry)
    .checks.find((check) => check.id === id)
    ?.items.map(({ place }) => place) ?? [];

const pageWith = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>Trees</title>${head}</head>\n<body>\n${body}\n</body></html>`;

it.each([
  ['an image', 'image-alt', '<main>\n  <p>A</p><img src="a.png">\n</main>', 'body > main > img', 6, 11],
  [
    'one of several',
    'image-alt',
    '<img alt="" src="b"><img src="a.png">',
    'body > img:nth-of-type(2)',
    5,
    21,
  ],
  [
    'the nearest id of its own',
    'image-alt',
    '<div id="twice"></div><div id="twice"><section id="one"><p><img src="a.png"></p></section></div>',
    '#one > p > img',
    5,
    60,
  ],
  ['an id with odd characters', 'image-alt', '<p id="1:a"><img src="a.png"></p>', '[id="1:a"] > img', 5, 13],
  ['a tag in an attribute', 'image-alt', '<p title="<img src>"></p><img src="a.png">', 'body > img', 5, 26],
  ['a tag in a comment', 'image-alt', '<!-- <img> --><img src="a.png">', 'body > img', 5, 15],
  ['lines that end as on Windows', 'image-alt', '<p>\r\n</p>\r\n<img src="a.png">', 'body > img', 7, 1],
  ['text', 'placeholder-text', '<p>One</p>\n<p>Lorem ipsum dolor sit</p>', 'body > p:nth-of-type(2)', 6, 1],
  [
    'a file by the element that asks for it',
    'mixed-content',
    '<img srcset="http://a.example/b.png 2x" alt="">',
    'body > img',
    5,
    1,
  ],
  ['a comment', 'revealing-comments', '<p>A</p><!-- password: secret -->', null, 5, 9],
] as const)('says where %s is', (_, id, body, selector, line, column) => {
  expect(placesOf(id, { html: pageWith(body) })[0]).toEqual({ selector, line, column, box: null });
});

it('places a file at the element that asks for it, and a header nowhere', () => {
  const html = pageWith('<script src="/a.js"></script><script src="/gone.js"></script>');
  const url = 'https://www.example.org/gone.js';
  const resources = [{ ok: false, url, kind: 'script', initiator: 'script[src]', code: 'unreachable' }];
  const [file] = placesOf('broken-resources', {
    html,
    resources: resources as PageArtifacts['resources'],
  });
  expect(file).toMatchObject({ selector: 'body > script:nth-of-type(2)', line: 5, column: 30 });
  const { response } = artifactsOf();
  const headers: PageArtifacts['response']['headers'] = [...response.headers, ['server', 'nginx/1.2.3']];
  expect(placesOf('server-signature', { response: { ...response, headers } })).toEqual([null]);
});

describe('on a rendered page', () => {
  const sourceHtml = pageWith('<p>One</p>\n<img src="a.png">\n<img src="b.png">');
  const html = sourceHtml
    .replace('<p>One</p>', '<p>One</p><p>Two</p>')
    .replace('<img src="b.png">', '<img src="added.png"><img src="b.png">');

  it('gives the line of the HTML as sent, and none for what scripts added', () => {
    const places = placesOf('image-alt', { html, sourceHtml, ...inBrowser({}) });
    expect(places.map((place) => [place?.selector, place?.line])).toEqual([
      ['body > img:nth-of-type(1)', 6],
      ['body > img:nth-of-type(2)', null],
      ['body > img:nth-of-type(3)', 7],
    ]);
  });

  it('says where an element is in the picture', () => {
    const { elements } = parsePage(html, 'https://www.example.org/');
    const index = elements.findIndex(({ name }) => name === 'img');
    const layout = {
      elements: elements.length,
      hidden: [],
      images: [],
      largest: null,
      height: 823,
      boxes: [[index, 10, 20, 300, 200] satisfies [number, number, number, number, number]],
    };
    const places = placesOf('image-alt', {
      html,
      sourceHtml,
      ...inBrowser({ layout }),
    });
    expect(places.map((place) => place?.box)).toEqual([
      { x: 10, y: 20, width: 300, height: 200 },
      null,
      null,
    ]);
  });
});

it('finds the places in time whatever the page is', () => {
  const siblings = '<img src="a.png">'.repeat(20_000);
  const html = pageWith(`${'<div>'.repeat(400)}${siblings}`);
  const places = placesOf('image-alt', { html });
  expect(places).toHaveLength(20);
  expect(places[19]?.selector).toMatch(/^div( > div)+ > img:nth-of-type\(20\)$/);
});

it('is in the exports', () => {
  const report = audit(artifactsOf({ html: pageWith('<img src="a.png">') }), registry);
  const checks: readonly CheckResult[] = report.checks;
  const lines = checksCsv(checks).split('\r\n');
  expect(lines[0]).toMatch(/,places,/);
  expect(lines.find((one) => one.includes(',image-alt,'))).toContain('line 5, column 1 (body > img)');
  const run = { audit: report, startedAt: new Date(0), finishedAt: new Date(0) };
  const { audits } = lighthouseJson(
    { url: 'https://www.example.org/' },
    run as unknown as Parameters<typeof lighthouseJson>[1],
    'en',
  );
  expect(audits['image-alt']?.details.items[0]).toEqual({
    snippet: '<img src="a.png">',
    note: null,
    line: 5,
    column: 1,
    node: { type: 'node', selector: 'body > img', snippet: '<img src="a.png">' },
  });
});

/** Findings of the address, of the answer, of files or of the page as a whole, which no element has. */
const OF_NO_ELEMENT = new Set([
  'console-errors',
  'content-length',
  'cookies-before-consent',
  'link-count',
  'mojibake',
  'request-count',
  'server-rendered',
  'url-format',
  'url-length',
  // Its examples are results that predate the places of elements.
  'accessibility-rules',
]);
/** A header, or a file, in the place of an element. */
const ELSEWHERE = /^(?:Link|X-Robots-Tag|Refresh|Content-Type): |^robots\.txt|\bhttps?:\/\//;

it.each(
  registry.checks
    .filter(({ meta }) => meta.basis === 'content' || meta.basis === 'document')
    .filter(({ meta }) => !OF_NO_ELEMENT.has(meta.id))
    .flatMap((check) =>
      (['warn', 'fail'] as const).flatMap((status) =>
        (examples[check.meta.id]?.[status] ?? []).map((changes, index) => ({
          id: check.meta.id,
          check,
          status,
          index,
          changes,
        })),
      ),
    ),
)('$id says where: $status ($index)', ({ check, changes }) => {
  const [result] = audit(artifactsOf(changes), { ...registry, checks: [check] }).checks;
  expect(result?.items.length).toBeGreaterThan(0);
  const nowhere = (result?.items ?? []).filter(
    ({ snippet, note, place }) => !place && !ELSEWHERE.test(`${snippet} ${note ?? ''}`),
  );
  expect(nowhere).toEqual([]);
});
