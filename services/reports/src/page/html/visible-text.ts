import type { PageElement } from './element.ts';

const CODE = new Set(['code', 'pre', 'samp', 'kbd']);

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head', 'iframe', 'object', 'textarea']);

/** How a reader sees text: not at all, as code or as prose. */
export type Seen = 'no' | 'code' | 'prose';

export const seenWithin = (element: PageElement, outside: Seen): Seen => {
  if (outside === 'no' || element.hidden || UNSEEN.has(element.name)) return 'no';
  return CODE.has(element.name) ? 'code' : outside;
};
