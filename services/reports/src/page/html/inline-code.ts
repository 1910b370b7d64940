import { attribute } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';

/** The text of a `<script>` or `<style>`; empty when there is none. */
export const codeOf = (element: PageElement): string => {
  const first = element.node.childNodes[0];
  return first !== undefined && 'value' in first ? first.value : '';
};

/** Whether a script is one that runs, by its type. */
export const isJavaScript = (script: PageElement): boolean => {
  const type = (attribute(script, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type);
};

/** The scripts written into the page that run. */
export const inlineScripts = (page: Page): PageElement[] => {
  return page
    .all('script')
    .filter((script) => !script.foreign && attribute(script, 'src') === null && isJavaScript(script));
};
