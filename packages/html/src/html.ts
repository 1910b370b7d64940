const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML element content and for quoted attribute values (SVG and XML alike). */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const MARKUP = Symbol('markup');

/** Markup that is safe to send. Only `html` and `raw` make it, so a plain string can never pass for markup. */
export interface Html {
  readonly [MARKUP]: string;
  toString(): string;
}

/** What a template takes: text and numbers are escaped, markup is kept, lists are joined, nothing is left out. */
export type HtmlValue = Html | string | number | bigint | null | undefined | false | readonly HtmlValue[];

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return MARKUP in value ? value[MARKUP] : value.map(render).join('');
  return escapeHtml(String(value));
};

/**
 * Template tag for HTML and SVG: html`<a href="${url}">${title}</a>`. Every value is escaped for content and for
 * quoted attributes; an attribute without quotes, a URL's scheme and the content of script and style are the author's business.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => {
  let markup = strings[0] ?? '';
  values.forEach((value, index) => {
    markup += render(value) + (strings[index + 1] ?? '');
  });
  return raw(markup);
};

/** Takes a string as markup as it is. For constants and for markup made by a serialiser; never for a visitor's input. */
export const raw = (markup: string): Html => ({ [MARKUP]: markup, toString: () => markup });
