import type { ResourceKind } from '../page/resource-facts.ts';
import { attribute, tokens } from '../page/html/element.ts';
import type { PageElement } from '../page/html/element.ts';

/** A map, as the page chooses the key: an object would also have `constructor`. */
const AS: ReadonlyMap<string, ResourceKind> = new Map<string, ResourceKind>([
  ['script', 'script'],
  ['style', 'stylesheet'],
  ['font', 'font'],
  ['image', 'image'],
]);

type Found = [reference: string | null, kind: ResourceKind, initiator: string];

export const referencesOf = (element: PageElement): Found[] => {
  switch (element.name) {
    case 'script':
      return isScript(element) ? [[attribute(element, 'src'), 'script', 'script[src]']] : [];
    case 'img':
      return [[attribute(element, 'src') ?? firstCandidate(element), 'image', 'img[src]']];
    case 'input':
      return attribute(element, 'type') === 'image'
        ? [[attribute(element, 'src'), 'image', 'input[src]']]
        : [];
    case 'video':
    case 'audio':
      return [
        [attribute(element, 'poster'), 'image', 'video[poster]'],
        [
          attribute(element, 'preload') === 'none' ? null : attribute(element, 'src'),
          'media',
          `${element.name}[src]`,
        ],
      ];
    case 'iframe':
      return [[attribute(element, 'src'), 'frame', 'iframe[src]']];
    case 'link':
      return linkReferences(element);
    default:
      return [];
  }
};

const linkReferences = (element: PageElement): Found[] => {
  const rel = tokens(element, 'rel');
  const href = attribute(element, 'href');
  if (rel.includes('stylesheet')) {
    return rel.includes('alternate') ? [] : [[href, 'stylesheet', 'link[rel=stylesheet]']];
  }
  if (rel.includes('modulepreload')) return [[href, 'script', 'link[rel=modulepreload]']];
  if (rel.includes('preload')) {
    const kind = AS.get((attribute(element, 'as') ?? '').toLowerCase()) ?? 'preload';
    return [[href, kind, 'link[rel=preload]']];
  }
  return rel.includes('manifest') ? [[href, 'manifest', 'link[rel=manifest]']] : [];
};

const isScript = (element: PageElement): boolean => {
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /(?:java|ecma)script$/.test(type);
};

/** The first URL of a srcset: `a.jpg 1x, b.jpg 2x`. */
const firstCandidate = (element: PageElement): string | null => {
  return /^[\s,]*([^\s,]\S*[^\s,])/.exec(attribute(element, 'srcset') ?? '')?.[1] ?? null;
};
