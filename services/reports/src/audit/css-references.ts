import type { ResourceKind } from '../page/resource-facts.ts';
import { attribute } from '../page/html/element.ts';
import type { PageElement } from '../page/html/element.ts';

export const cssUrls = (element: PageElement): string[] => {
  const text = element.node.childNodes[0];
  const css =
    element.name === 'style' && text !== undefined && 'value' in text
      ? text.value
      : (attribute(element, 'style') ?? '');
  if (!css.includes('url(')) return [];
  // An unquoted address can't contain a bracket (CSS Syntax 3, 4.3.6), which also keeps this
  // linear.
  return [...css.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s*\)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
};

export const kindByName = (reference: string): ResourceKind => {
  if (/\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i.test(reference)) return 'font';
  if (/\.css(?:[?#]|$)/i.test(reference)) return 'stylesheet';
  return 'image';
};
