import type { Language } from '@platform/errors';
import type { PageArtifacts } from '../page-artifacts.ts';
import { attribute } from './element.ts';
import type { PageElement } from './element.ts';
import { boxOf } from './page-layout.ts';
import type { Box } from './page-layout.ts';
import { parsePage } from './page.ts';
import type { Page } from './page.ts';
import { srcsetUrls } from './links.ts';

/** Where in the page a finding is. */
export interface Place {
  /** A CSS selector of the element; null for text between elements, such as a comment. */
  selector: string | null;
  /** Of the start tag in the HTML as sent, from 1; null for what scripts added. */
  line: number | null;
  /** In UTF-16 units, from 1. */
  column: number | null;
  /** Where it is in the picture of the phone's screen; null outside it, or without a picture. */
  box: Box | null;
}

/** A finding while its page is at hand. */
export interface FoundItem {
  snippet: string;
  note: string | null;
  /** The element it is about, or its offset in the HTML. */
  at: PageElement | number | null;
}

const LINES = { en: ['line', 'column'], de: ['Zeile', 'Spalte'] } as const;

/** A place in words: `line 3, column 5 (main > img)`; null without one. */
export const placeText = (place: Place | null | undefined, language: Language = 'en'): string | null => {
  if (!place) return null;
  const [lineWord, columnWord] = LINES[language];
  const line = place.line === null ? '' : `${lineWord} ${place.line}, ${columnWord} ${place.column ?? 1}`;
  if (place.selector === null) return line === '' ? null : line;
  return line === '' ? place.selector : `${line} (${place.selector})`;
};

type Node = PageElement['node'];

/** Steps of a selector; a longer path begins at a place in the middle. */
const MOST_STEPS = 24;

const escaped = (name: string): string => name.replace(/[^\w\-\u{80}-\u{10FFFF}]/gu, '\\$&');

const idSelector = (id: string): string =>
  /^-?[A-Za-z_][\w-]*$/.test(id) ? `#${id}` : `[id="${id.replace(/["\\\n]/g, '\\$&')}"]`;

/** Writes selectors as a browser’s inspector does: from the nearest id that only one element has. */
const selectorsOf = (page: Page): ((element: PageElement) => string) => {
  const byId = new Map<string, number>();
  for (const element of page.having('id')) {
    const id = attribute(element, 'id');
    if (id !== null) byId.set(id, (byId.get(id) ?? 0) + 1);
  }
  /** Of the children of a node, the place among those of the same name, and how many these are. */
  const orders = new WeakMap<object, Map<Node, number> & { counts?: Map<string, number> }>();
  const orderOf = (node: Node): number | null => {
    const around = node.parentNode;
    if (around === null) return null;
    let order = orders.get(around);
    if (order === undefined) {
      order = new Map();
      order.counts = new Map();
      for (const child of around.childNodes) {
        if (!('tagName' in child)) continue;
        const before = order.counts.get(child.tagName) ?? 0;
        order.counts.set(child.tagName, before + 1);
        order.set(child, before + 1);
      }
      orders.set(around, order);
    }
    return (order.counts?.get(node.tagName) ?? 1) > 1 ? (order.get(node) ?? null) : null;
  };
  return (element) => {
    const steps: string[] = [];
    for (let one: PageElement | null = element; one !== null && steps.length < MOST_STEPS; one = one.parent) {
      const id = attribute(one, 'id');
      if (id !== null && id.length > 0 && id.length <= 100 && byId.get(id) === 1) {
        steps.push(idSelector(id));
        break;
      }
      const name = escaped(one.foreign ? one.node.tagName : one.name);
      const order = orderOf(one.node);
      steps.push(order === null ? name : `${name}:nth-of-type(${order})`);
      // A page has one.
      if (one.name === 'body' || one.name === 'head') break;
    }
    return steps.toReversed().join(' > ');
  };
};

/** Turns offsets of a text into lines and columns, both from 1. */
const linesOf = (text: string): ((offset: number) => { line: number; column: number }) => {
  const starts = [0];
  for (const { index } of text.matchAll(/\r\n?|\n/g)) {
    starts.push(text[index] === '\r' && text[index + 1] === '\n' ? index + 2 : index + 1);
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
};

const identityOf = ({ name, node }: PageElement): string =>
  `${name} ${JSON.stringify(node.attrs.map((one) => [one.name, one.value]))}`;

/** Finds the elements that a browser showed in the HTML that the server sent. */
const sourceElements = (page: Page, source: Page): ((element: PageElement) => PageElement | null) => {
  const [shown, sent] = [page, source].map(({ elements }) => Map.groupBy(elements, identityOf));
  return (element) => {
    const identity = identityOf(element);
    const [here, there] = [shown?.get(identity) ?? [], sent?.get(identity) ?? []];
    // Where scripts added or took away elements of the same looks, nobody can tell which is which.
    return here.length === there.length ? (there[here.indexOf(element)] ?? null) : null;
  };
};

/** By name: the attributes that make an element ask for a file. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  script: ['src'],
  link: ['href', 'imagesrcset'],
  source: ['src', 'srcset'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  input: ['src'],
  object: ['data'],
  embed: ['src'],
  track: ['src'],
  meta: ['content'],
};

/** The elements that ask for files, by address; of several, the first. */
export const askersOf = (page: Page): Map<string, PageElement> => {
  const askers = new Map<string, PageElement>();
  for (const element of page.all(...Object.keys(ASKING))) {
    for (const name of ASKING[element.name] ?? []) {
      const value = attribute(element, name);
      if (value === null || (name === 'content' && !/^\s*https?:/i.test(value))) continue;
      for (const reference of name.endsWith('srcset') ? srcsetUrls(value) : [value]) {
        const url = page.resolve(reference)?.href;
        if (url !== undefined && !askers.has(url)) askers.set(url, element);
      }
    }
  }
  return askers;
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
};

/** Says where in the page findings are. What that takes is looked up when the first one is placed. */
export const createPlacer = (
  page: Page,
  artifacts: Pick<PageArtifacts, 'sourceHtml' | 'rendered' | 'browser' | 'finalUrl'>,
): ((item: FoundItem) => Place | null) => {
  const source = once(() => {
    if (artifacts.rendered !== true) return page;
    return artifacts.sourceHtml === undefined ? null : parsePage(artifacts.sourceHtml, artifacts.finalUrl);
  });
  const lineAt = once(() => linesOf(source()?.html ?? ''));
  const selectorOf = once(() => selectorsOf(page));
  const askers = once(() => askersOf(page));
  const inSource = once(() => {
    const sent = source();
    return sent === null || sent === page ? null : sourceElements(page, sent);
  });

  const offsetOf = (element: PageElement): number | null => {
    const sent = source();
    const own = sent === page ? element : inSource()?.(element);
    return own === null || own === undefined ? null : (sent?.offsetOf(own) ?? null);
  };
  /** Text of the page’s HTML is looked for in the HTML as sent, if it is there just once. */
  const textOffset = (at: number): number | null => {
    const sent = source();
    if (sent === page) return at;
    const piece = page.html.slice(at, at + 60);
    const found = sent?.html.indexOf(piece) ?? -1;
    return found < 0 || sent?.html.includes(piece, found + 1) === true ? null : found;
  };
  const place = (selector: string | null, offset: number | null, box: Box | null): Place => {
    const { line, column } = offset === null ? { line: null, column: null } : lineAt()(offset);
    return { selector, line, column, box };
  };

  return ({ snippet, note, at }) => {
    if (typeof at === 'number') {
      const offset = textOffset(at);
      return offset === null ? null : place(null, offset, null);
    }
    const isAddress = (text: string | null): text is string => text !== null && /^https?:\/\/\S+$/.test(text);
    const address = [snippet, note].find(isAddress);
    const element = at ?? (address === undefined ? undefined : askers().get(address));
    if (element === undefined) return null;
    return place(selectorOf()(element), offsetOf(element), boxOf(page, artifacts, element));
  };
};
