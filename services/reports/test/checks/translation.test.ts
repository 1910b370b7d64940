import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import {
  checkIn,
  germanTexts,
  messageIn,
  noteIn,
  noticeIn,
  placeNoteIn,
  titleIn,
} from '../../src/checks/translate-check.ts';
import { robotsOf } from '../../src/page/files/robots-file.ts';
import { parsePage } from '../../src/page/html/page.ts';
import { failureText } from '../../src/runs/run.ts';
import { examples } from './examples/all.ts';
import { artifactsOf } from './page-fixture.ts';

const registry = createCheckRegistry();

it.each(registry.checks.map(({ meta }) => [meta.id, meta] as const))('%s speaks German', (id, meta) => {
  const texts = germanTexts(id);
  expect(texts).toBeDefined();
  const english = [meta.title, meta.failureTitle, meta.docs.why, meta.docs.fix];
  const german = [texts?.title, texts?.failureTitle, texts?.why, texts?.fix];
  german.forEach((text, index) => {
    expect(text).toMatch(/^\S.{9,}$/s);
    expect(text).not.toBe(english[index]);
  });
  expect(texts?.title).toMatch(/[^.]$/);
  // Only what merely informs has the same words for either outcome.
  expect(texts?.title === texts?.failureTitle).toBe(meta.title === meta.failureTitle);
});

it.each(
  registry.checks.flatMap((check) =>
    Object.entries(examples[check.meta.id] ?? {}).flatMap(([status, cases]) =>
      cases.map((changes, index) => ({ id: check.meta.id, check, status, index, changes })),
    ),
  ),
)('$id says in German what it finds: $status ($index)', ({ id, check, changes }) => {
  const artifacts = artifactsOf(changes);
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const { message } = check.run({ artifacts, page, robots: robotsOf(artifacts) });
  const german = messageIn('de', id, message);
  expect(german).not.toBe(message);
  expect(german).not.toMatch(/\{\d|\bimages\b|\blinks\b|\bfiles\b|\belements\b/);
  expect(german).toMatch(/[.!?]$/);
  expect(messageIn('en', id, message)).toBe(message);
});

/** Names and values, which are the same in every language. */
const NAMES =
  /^(?:https?:\/\/\S*|→ \S+|<style>|[\w.]+[bB]ot|utf-8|no-quirks|https|nosniff|private|poster|srcset|summary_large_image|TLSv1\.3|HTTP \d+|[≤≥] [\d.]+ ms|max-age ≥ \d+|width=.*|\.a\.example|\d+:\d+: .*)$/;

it('says in German what stands beside findings, and what was expected', () => {
  const english = registry.checks.flatMap((check) =>
    Object.values(examples[check.meta.id] ?? {})
      .flat()
      .flatMap((changes) => {
        const artifacts = artifactsOf(changes);
        const page = parsePage(artifacts.html, artifacts.finalUrl);
        const { expected, items } = check.run({ artifacts, page, robots: robotsOf(artifacts) });
        return [expected, ...items.map(({ note }) => note)]
          .filter((text) => text !== null)
          .filter((text) => /[a-z]{2}/i.test(text) && !NAMES.test(text))
          .filter((text) => noteIn('de', text) === text)
          .map((text) => `${check.meta.id}: ${text}`);
      }),
  );
  expect(english).toEqual([]);
});

it.each([
  ['deep-pages', '5 clicks from the start', '5 Klicks von der Startseite'],
  ['duplicate-content', 'like https://a.example/', 'wie https://a.example/'],
  ['broken-links', 'https://a.example/x (timeout)', 'https://a.example/x (keine Antwort in der Zeit)'],
  ['broken-links', 'https://a.example/x (404)', 'https://a.example/x (404)'],
  ['canonical-targets', 'https://a.example/ (redirects)', 'https://a.example/ (leitet um)'],
  ['error-pages', 'tls', 'keine sichere Verbindung'],
  // A title of the page's own.
  ['duplicate-titles', 'like https://a.example/', 'like https://a.example/'],
])('says in German what is wrong at a place of a site: %s, %s', (problem, note, german) => {
  expect(placeNoteIn('de', problem, note)).toBe(german);
  expect(placeNoteIn('en', problem, note)).toBe(note);
});

describe('a result in German', () => {
  const { checks, categories } = audit(artifactsOf({ html: '<title>x</title><p>Hello' }), registry);

  it('counts and quotes as German does', () => {
    expect(messageIn('de', 'page-weight', 'The page weighs 12.4 KiB.')).toBe('Die Seite wiegt 12,4 KiB.');
    expect(messageIn('de', 'link-count', 'The page has 1,024 links. Reduce them to 100 or fewer.')).toBe(
      'Die Seite hat 1.024 Links. Verringern Sie sie auf höchstens 100.',
    );
    expect(
      messageIn(
        'de',
        'crawlable-links',
        '1 link can’t be followed by crawlers. Put the destination in href.',
      ),
    ).toBe('1 Link führt Crawler nicht weiter. Schreiben Sie das Ziel in href.');
    expect(messageIn('de', 'title', 'Before scripts ran: The title has 18 characters.')).toBe(
      'Bevor Skripte liefen: Der Titel hat 18 Zeichen.',
    );
  });

  it('keeps what is not a text: status, score, what was quoted', () => {
    for (const check of checks) {
      const { title, titles, message, expected, items, ...rest } = checkIn('de', check);
      expect(rest).toEqual({
        ...check,
        title: undefined,
        titles: undefined,
        message: undefined,
        expected: undefined,
        items: undefined,
      });
      expect([titles.pass, titles.fail]).toContain(title);
      expect(items.map(({ snippet }) => snippet)).toEqual(check.items.map(({ snippet }) => snippet));
      expect([message, expected].every((text) => text === null || text !== '')).toBe(true);
    }
    expect(categories.map(({ title }) => titleIn('de', title))).toEqual([
      'Suchmaschinen',
      'Leistung',
      'Sicherheit',
      'Inhalt',
      'Barrierefreiheit',
    ]);
  });

  it('leaves a sentence of another version as it is', () => {
    expect(messageIn('de', 'title', 'This sentence is not ours.')).toBe('This sentence is not ours.');
    expect(messageIn('de', 'no-such-check', 'Nothing.')).toBe('Nothing.');
    expect(noticeIn('de', null)).toBeNull();
  });

  it('says why a run failed', () => {
    for (const code of ['unreachable', 'tls', 'timeout', 'not_html', 'credentials', 'internal'] as const)
      expect(noticeIn('de', failureText(code))).not.toBe(failureText(code));
    expect(noticeIn('de', failureText('http_error', 404))).toBe(
      'Die Seite hat mit 404 Not Found geantwortet. Prüfen Sie die Adresse.',
    );
    for (const status of [301, 401, 403, 418, 500])
      expect(noticeIn('de', failureText('http_error', status))).toMatch(
        /^Die Seite hat mit \d+ [\w’' ]+ geantwortet[.,]/,
      );
  });
});
