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
