const marker = Symbol('html');

/** Markup that is safe to send: made by `html`, or by `raw` from trusted text. */
export interface Html {
  readonly [marker]: true;
  toString(): string;
}

/**
 * A value in a template. Booleans, null and undefined render as nothing; arrays are concatenated.
 */
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

/** Marks markup from our own code, such as a style sheet, as safe. Never use it for data. */
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
 * Tagged template for HTML. Values are escaped unless they are `Html`, so data can't become markup.
 * Attribute values need quotes. Check the scheme of URLs before: escaping doesn't stop
 * `javascript:`.
 *
 * @example
 * html`<p title="${title}">${[1, 2].map((n) => html`<b>${n}</b>`)}</p>`;
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  raw(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));
