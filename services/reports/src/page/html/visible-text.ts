import { attribute } from './element.ts';
import type { PageElement } from './element.ts';

const CODE = new Set(['code', 'samp', 'kbd']);

/** What programs that colour code put around it. */
const COLOURED = /(?:^|\s)(?:highlight|codehilite|prettyprint|language-)/;

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head', 'iframe', 'object', 'textarea']);

/**
 * How a reader sees text: not at all, as code that is meant to be read, in the typewriter letters of
 * `<pre>`, which servers use for their errors, or as prose.
 */
export type Seen = 'no' | 'code' | 'pre' | 'prose';

export const seenWithin = (element: PageElement, outside: Seen): Seen => {
  if (outside === 'no' || element.hidden || UNSEEN.has(element.name)) return 'no';
  if (outside === 'code' || CODE.has(element.name)) return 'code';
  if (element.name !== 'pre') return outside;
  const around = [element, element.parent, element.parent?.parent];
  const isColoured = around.some((one) => one && COLOURED.test(attribute(one, 'class') ?? ''));
  return isColoured ? 'code' : 'pre';
};
