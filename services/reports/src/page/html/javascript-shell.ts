import { excerpt } from '../quantities.ts';
import { attribute, textOf } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';

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
const EMPTY_MOUNT_TEXT = 50;
/**
 * A bundle, as opposed to a tag manager or an analytics script, which a short static page may well
 * have.
 */
const BUNDLE =
  /(?:^|[/._-])(?:main|app|bundle|index|vendors?|chunk|runtime|client|polyfills|entry)[\w.~-]*\.m?js/i;

/** A text that stands in for content until scripts bring it. */
const WAITING =
  /^\W*(?:(?:loading|please wait|wird geladen|lade[tn]?|lädt|chargement|cargando)(?!\p{L})|読み込み中).{0,40}$/iu;

/** Elements that a visitor reads or uses. One around any of them isn't an empty mount point. */
const CONTENT = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'input', 'select', 'textarea', 'button', 'img', 'video'];

/** The elements that hold content, at whatever depth. */
const holdersOf = (page: Page): ReadonlySet<PageElement> => {
  const holders = new Set<PageElement>();
  for (const element of page.all(...CONTENT))
    for (let at = element.parent; at !== null && !holders.has(at); at = at.parent) holders.add(at);
  return holders;
};

const runsScripts = (page: Page): readonly PageElement[] =>
  page.all('script').filter((script) => {
    const type = (attribute(script, 'type') ?? '').toLowerCase();
    return type === '' || type === 'module' || type.endsWith('javascript');
  });

/**
 * The sign that the page is an empty shell for scripts to fill, or null. A shell has less than 200
 * characters of text, scripts, and an empty element to mount in or a text such as “Loading…”. A custom
 * element is one to mount in where the page has next to nothing else: short pages have widgets, too.
 */
export const javascriptShell = (page: Page): string | null => {
  if (page.text.length >= ALMOST_NO_TEXT || runsScripts(page).length === 0) return null;
  const holders = holdersOf(page);
  const hasContent = holders.size > 0 || page.text.length >= EMPTY_MOUNT_TEXT;
  for (const element of page.elements) {
    if (holders.has(element) || element.inHead || element.name === 'body' || element.name === 'html')
      continue;
    const id = attribute(element, 'id') ?? '';
    const isMount = MOUNT_IDS.has(id) || (!hasContent && element.name.includes('-') && !element.foreign);
    if (isMount && textOf(element).length < EMPTY_MOUNT_TEXT) {
      return `an empty ${excerpt(`<${element.name}${id === '' ? '' : ` id="${id}"`}>`, 60)} to mount in`;
    }
  }
  return WAITING.test(page.text.trim()) ? `the text “${excerpt(page.text, 40)}” and scripts` : null;
};

/**
 * True if scripts may add most of the content: the page has little text and a script bundle. Many
 * static pages, such as login forms, have that too; only a browser can tell.
 */
export const mayNeedScripts = (page: Page): boolean =>
  page.text.length < ALMOST_NO_TEXT &&
  runsScripts(page).some((script) => BUNDLE.test(attribute(script, 'src') ?? ''));
