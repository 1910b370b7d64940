import type { Sentence } from '@platform/errors';

/** Why an address gave no answer, by code. */
export const WHY: Readonly<Record<string, string>> = {
  unreachable: 'nicht zu erreichen',
  connect: 'keine Verbindung',
  tls: 'keine sichere Verbindung',
  timeout: 'keine Antwort in der Zeit',
  blocked: 'gesperrte Adresse',
  robots: 'durch robots.txt gesperrt',
  redirect_loop: 'Umleitung im Kreis',
  invalid_response: 'unverständliche Antwort',
  not_html: 'kein HTML',
  http_error: 'mit einem Fehler beantwortet',
  too_large: 'zu groß',
  too_complex: 'nicht rechtzeitig gelesen',
  credentials: 'Zugangsdaten nicht lesbar',
  internal: 'Fehler bei uns',
};

const ANSWERS: readonly Sentence[] = Object.entries(WHY).map(([code, german]) => [
  `{0} (${code})`,
  `{0} (${german})`,
]);

/** Notes beside the places of problems of whole sites, by problem; those not listed quote the page. */
export const SITE_NOTES: Readonly<Record<string, readonly Sentence[]>> = {
  'broken-links': ANSWERS,
  'missing-files': ANSWERS,
  'hreflang-targets': ANSWERS,
  'error-pages': Object.entries(WHY),
  'duplicate-content': [['like {0}', 'wie {0}']],
  'deep-pages': [['{0} clicks from the start', '{0} Klicks von der Startseite']],
  'canonical-targets': [
    ...ANSWERS,
    ['{0} (redirects)', '{0} (leitet um)'],
    ['{0} (names another canonical address)', '{0} (nennt eine andere kanonische Adresse)'],
  ],
};

/** Problems of whole sites, and the categories of checks. */
export const TITLES: Readonly<Record<string, string>> = {
  'Search engines': 'Suchmaschinen',
  Performance: 'Leistung',
  Security: 'Sicherheit',
  Content: 'Inhalt',
  Accessibility: 'Barrierefreiheit',
  'Links lead nowhere': 'Links führen ins Leere',
  'Pages answer with an error': 'Seiten antworten mit einem Fehler',
  'Files are missing': 'Dateien fehlen',
  'Links lead to a place that isn’t on the page':
    'Links führen zu einer Stelle, die es auf der Seite nicht gibt',
  'Links lead through several redirects': 'Links führen über mehrere Umleitungen',
  'Pages look like the answer for an unknown address, and say that they exist':
    'Seiten sehen aus wie die Antwort auf eine unbekannte Adresse, melden aber, dass es sie gibt',
  'Unknown addresses answer as if they existed': 'Unbekannte Adressen antworten, als gäbe es sie',
  'Language versions lead nowhere': 'Sprachfassungen führen ins Leere',
  'Links lead to a redirect': 'Links führen auf eine Umleitung',
  'Several pages share a title': 'Mehrere Seiten haben denselben Titel',
  'Several pages share a meta description': 'Mehrere Seiten haben dieselbe Meta-Description',
  'Several pages have almost the same text': 'Mehrere Seiten haben fast denselben Text',
  'No page links to them': 'Keine Seite verlinkt sie',
  'Pages are many clicks from the start': 'Seiten sind viele Klicks von der Startseite entfernt',
  'The sitemap names pages that robots.txt disallows': 'Die Sitemap nennt Seiten, die die robots.txt sperrt',
  'The sitemap names pages that can’t be indexed':
    'Die Sitemap nennt Seiten, die nicht indexiert werden dürfen',
  'Canonical addresses lead to a page that can’t be indexed':
    'Kanonische Adressen führen zu einer Seite, die nicht indexiert werden darf',
  'Language versions don’t link back': 'Sprachfassungen verlinken nicht zurück',
};
