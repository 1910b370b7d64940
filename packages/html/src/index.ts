export { escapeHtml, html, raw } from './html.ts';
export type { Html, HtmlValue } from './html.ts';
