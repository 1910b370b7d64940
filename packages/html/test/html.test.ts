import fc from 'fast-check';
import { parseFragment } from 'parse5';

import { escapeHtml, html, raw } from '../src/index.ts';

/** The text and the attribute that a browser's parser sees in `<p title="…">…</p>`. */
const parsed = (markup: string) => {
  const [element, ...rest] = parseFragment(markup).childNodes;
  if (element === undefined || !('attrs' in element)) throw new Error(`no element in ${markup}`);
  const [text] = element.childNodes;
  return {
    siblings: rest.length,
    attribute: element.attrs[0]?.value,
    text: text !== undefined && 'value' in text ? text.value : '',
  };
};

describe('html', () => {
  it('escapes every value, whatever it is, for content and attributes', () => {
    // NUL and carriage return are changed by the HTML parser itself, escaped or not.
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\0\r]/.test(value));
    fc.assert(
      fc.property(text, (value) => {
        const result = parsed(html`<p title="${value}">${value}</p>`.toString());
        expect(result).toEqual({ siblings: 0, attribute: value, text: value });
      }),
    );
  });

  it('keeps markup, joins lists and leaves out what is not there', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(
      html`<ul>
        ${items}${null}${undefined}${false}
      </ul>`.toString(),
    ).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  it('keeps zero', () => {
    expect(html`${0}${0n}`.toString()).toBe('00');
  });

  it('takes raw markup as it is and escapes the same text when it is a string', () => {
    expect(html`${raw('<br>')}`.toString()).toBe('<br>');
    expect(html`${'<br>'}`.toString()).toBe('&lt;br&gt;');
    expect(escapeHtml(`&<>"'`)).toBe('&amp;&lt;&gt;&quot;&#39;');
  });
});
