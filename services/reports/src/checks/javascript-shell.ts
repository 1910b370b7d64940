import { excerpt } from './check.ts';
import { attribute, type Page, textOf } from './page.ts';

const MOUNT_IDS = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '__gatsby',
  '___gatsby',
  'svelte',
  'ember-app',
]);
const ALMOST_NO_TEXT = 200;
/** A bundle, as told from a tag manager or an analytics script, which a short static page may well have. */
const BUNDLE =
  /(?:^|[/._-])(?:main|app|bundle|index|vendors?|chunk|runtime|client|polyfills|entry)[\w.~-]*\.m?js/i;

/**
 * Whether the page is an empty shell that scripts fill in, and by which sign; null for a page with content of its own.
 * Shells have less than 200 characters of text, scripts, and an empty element to mount in or a script bundle.
 */
export function javascriptShell(page: Page): string | null {
  if (page.text.length >= ALMOST_NO_TEXT) return null;
  const scripts = page.all('script').filter((script) => {
    const type = (attribute(script, 'type') ?? '').toLowerCase();
    return type === '' || type === 'module' || type.endsWith('javascript');
  });
  if (scripts.length === 0) return null;
  for (const element of page.elements) {
    if (element.inHead || element.name === 'body' || element.name === 'html') continue;
    const id = attribute(element, 'id') ?? '';
    const isMount = MOUNT_IDS.has(id) || (element.name.includes('-') && !element.foreign);
    if (isMount && textOf(element).length < 50) {
      return `an empty ${excerpt(`<${element.name}${id === '' ? '' : ` id="${id}"`}>`, 60)} to mount in`;
    }
  }
  const bundle = scripts.map((script) => attribute(script, 'src') ?? '').find((src) => BUNDLE.test(src));
  return bundle === undefined ? null : 'little text and a script bundle';
}
