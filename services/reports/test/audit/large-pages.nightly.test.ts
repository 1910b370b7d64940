import { createAuditPool } from '../../src/audit/audit-pool.ts';
import { artifactsOf } from '../checks/page-fixture.ts';

const MB = 1024 * 1024;

const many = (count: number, markup: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => markup(index)).join('');
const policy = (content: string): string =>
  `<meta http-equiv="content-security-policy" content="${content}">`;

/** Pages of a few megabytes that took minutes when the work was quadratic. */
const LARGE: [name: string, html: string][] = [
  ['800,000 unclosed addresses in a stylesheet', `<style>${'url('.repeat(800_000)}</style>`],
  ['300,000 directives of a policy', policy(many(300_000, (index) => `d${String(index)} x;`))],
  ['30,000 policies', many(30_000, (index) => policy(`script-src 'self' h${String(index)}`))],
  ['200,000 labels of one field', `<input id=f>${'<label for=f>x</label>'.repeat(200_000)}`],
  ['30,000 fields of one id and their labels', '<label for=f>x</label><input id=f>'.repeat(30_000)],
  ['100,000 headings within one another', '<h2><div>'.repeat(100_000)],
  ['50,000 headings with words within one another', '<div role=heading><h3>two words </h3>'.repeat(50_000)],
  ['100,000 links within one another', '<a href=/x><div>x'.repeat(100_000)],
  [
    '100,000 links in as many elements around them',
    `${'<div>'.repeat(100_000)}${'<a href=/x>x</a>'.repeat(100_000)}`,
  ],
  ['100,000 passwords within one another', '<div><input type=password>'.repeat(100_000)],
  [
    '20,000 links and 20,000 rules of small sizes',
    `<style>${many(20_000, (index) => `.c${String(index)}{width:9px}`)}</style>${'<a class=x href=/x>x</a>'.repeat(20_000)}`,
  ],
  ['a base of 4 MB', `<base href="/${'a/'.repeat(2 * MB)}">${'<a href=x>x</a>'.repeat(10_000)}`],
  [
    '30,000 links named by one long text',
    `<b id=x>${'word '.repeat(200_000)}</b>${'<a href=/x aria-labelledby=x></a>'.repeat(30_000)}`,
  ],
];

it.each(LARGE)('%s are read to their end', async (_, html) => {
  // Ten times the usual, to allow for a busy machine: quadratic work would take a hundred times
  // longer.
  const patient = createAuditPool({ size: 1, timeoutMs: 20_000 });
  await expect(patient.discover(html, 'https://www.example.org/')).resolves.toBeDefined();
  await expect(patient.audit(artifactsOf({ html }))).resolves.toMatchObject({ score: expect.any(Number) });
  await patient.close();
});
