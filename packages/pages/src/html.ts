const marker = Symbol('html');

/** Markup that is safe to send: made by `html` or vouched for with `raw`. */
export interface Html {
  readonly [marker]: true;
  toString(): string;
}

/** What a template may contain; booleans, null and undefined leave nothing behind, arrays are joined without a separator. */
export type HtmlValue = Html | string | number | boolean | null | undefined | readonly HtmlValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Vouches for markup that comes from the code base itself, a style sheet for example. Never for data. */
export const raw = (markup: string): Html => ({ [marker]: true, toString: () => markup });

const isHtml = (value: Html | readonly HtmlValue[]): value is Html => marker in value;

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeHtml(value);
  if (isHtml(value)) return value.toString();
  return value.map(render).join('');
};

/**
 * Tagged template for HTML. Each value is escaped unless it is `Html` itself, so that data can't become markup.
 * Attribute values must stand in quotes. URLs need a check of their scheme by the caller: escaping doesn't stop `javascript:`.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  raw(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));
