import { setTimeout as sleep } from 'node:timers/promises';
import { AuditAbandonedError, createAuditPool } from '../../src/audit/audit-pool.ts';
import { artifactsOf } from '../checks/page-fixture.ts';

const MB = 1024 * 1024;
const attributes = Array.from({ length: 1_000_000 }, (_, index) => `a${index.toString(36)}`).join(' ');

/** Pages made to hang a parser, with what makes each of them bad. */
const HOSTILE: [name: string, html: string][] = [
  ['5 MB of nested tags', '<div>'.repeat(MB)],
  ['5 MB of nested formatting, which the parser rebuilds', '<b><p>'.repeat((5 * MB) / 6)],
  ['a million attributes on one element', `<p ${attributes}>x`],
  ['a million elements with ids', '<i id=a></i>'.repeat(400_000)],
  ['broken encodings', '\uFFFD\uDC00\uD800'.repeat(MB)],
  ['NUL bytes', '<p>\0</p>\0'.repeat(500_000)],
  ['a title of 10 MB', `<title>${'x'.repeat(10 * MB)}</title>`],
  ['an unclosed comment of 5 MB', `<!--${'-'.repeat(5 * MB)}`],
  ['nested tables and forms', '<table><form><tr>'.repeat(100_000)],
  ['nested headings', '<h1><div>'.repeat(200_000)],
  ['links without end', '<a href="/x">x'.repeat(300_000)],
  ['JSON-LD without end', `<script type="application/ld+json">${'['.repeat(3 * MB)}</script>`],
  ['styles without end', `<style>${'a{'.repeat(2 * MB)}</style>`],
  ['comments that look like secrets', `<!-- password: x -->`.repeat(250_000)],
  ['at signs', `<p>${'a@'.repeat(2 * MB)}`],
  ['CSS made for backtracking', `<style>${'@font-face '.repeat(400_000)}</style>`],
];

const pool = createAuditPool({ size: 2, timeoutMs: 400 });
afterAll(() => pool.close());

it.each(HOSTILE)('%s: finishes or is stopped in time, while other pages are answered', async (_, html) => {
  const hostile = pool.audit(artifactsOf({ html })).then(
    (report) => ({ done: true, checks: report.checks.length }),
    (error: unknown) => ({ done: false, error }),
  );
  // Honest pages go through on the other thread meanwhile.
  const honest = await pool.audit(artifactsOf());
  expect(honest.result).toBe('good');
  const outcome = await hostile;

  if (outcome.done) expect(outcome).toMatchObject({ checks: honest.checks.length });
  else expect(outcome).toMatchObject({ error: expect.any(AuditAbandonedError) });
  // And the pool is whole again.
  expect((await pool.audit(artifactsOf())).result).toBe('good');
});

it('stops a page that takes too long, and handles the next one on a new thread', async () => {
  const single = createAuditPool({ size: 1, timeoutMs: 300 });
  const hopeless = single.discover(`<p ${attributes}>`, 'https://www.example.org/');
  const next = single.discover('<img src="/a.jpg">', 'https://www.example.org/');
  await expect(hopeless).rejects.toThrow(AuditAbandonedError);
  await expect(next).resolves.toMatchObject({ resources: [{ url: 'https://www.example.org/a.jpg' }] });
  await single.close();
});

it('ends a thread by the clock when it gets hardly any processor time', async () => {
  const pressed = createAuditPool({ size: 1, timeoutMs: 60_000, backstopMs: 1 });
  // Long enough that the page is still being read when a busy main thread looks at the clock.
  const stuck = pressed.discover(`<p ${attributes}>`.repeat(4), 'https://www.example.org/');
  await expect(stuck).rejects.toThrow(AuditAbandonedError);
  await pressed.close();
});

it('handles more pages than it has threads', async () => {
  const reports = await Promise.all(Array.from({ length: 12 }, () => pool.audit(artifactsOf())));
  expect(new Set(reports.map((report) => JSON.stringify(report))).size).toBe(1);
});

it('rejects waiting pages when it is closed', async () => {
  const closing = createAuditPool({ size: 1 });
  const waiting = [closing.audit(artifactsOf()), closing.audit(artifactsOf())].map((promise) =>
    promise.catch((error: unknown) => error),
  );
  await sleep(1);
  await closing.close();
  for (const outcome of await Promise.all(waiting)) expect(outcome).toBeInstanceOf(AuditAbandonedError);
  await expect(closing.audit(artifactsOf())).rejects.toThrow(AuditAbandonedError);
});
