import { html, raw } from '@platform/page-access';

describe('html', () => {
  it('escapes every value in text and in attributes', () => {
    const evil = `"><script>alert('1')</script>&`;
    expect(html`<a title="${evil}">${evil}</a>`.toString()).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it('nests templates and lists, and leaves raw markup as it is', () => {
    const rows = ['<', 2].map((cell) => html`<td>${cell}</td>`);
    expect(html`<tr>${rows}</tr>${raw('<hr>')}`.toString()).toBe('<tr><td>&lt;</td><td>2</td></tr><hr>');
  });

  it('renders absent values as nothing, and zero as 0', () => {
    expect(html`[${null}${undefined}${false}${true}${[]}${0}]`.toString()).toBe('[0]');
  });

  it('does not accept an object that only looks like markup', () => {
    const forged: unknown = JSON.parse('{"html":true,"markup":"<b>"}');
    expect(() => html`${forged as string}`).toThrow();
  });
});
