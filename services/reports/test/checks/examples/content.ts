import type { CharsetFacts } from '../../../src/page/charset-facts.ts';
import { artifactsOf, body, head, resource, inBrowser } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const images = (named: number, nameless: number) =>
  body('<img src=a.jpg alt="">'.repeat(named) + '<img src=b.jpg>'.repeat(nameless));
const html = (source: string) => ({ html: source });

const charset = (changes: Partial<CharsetFacts>) => ({ charset: { ...artifactsOf().charset, ...changes } });

const violation = (impact: string) => ({
  id: 'color-contrast',
  impact,
  help: 'Elements must meet minimum contrast',
  helpUrl: 'https://dequeuniversity.com/rules/axe/',
  elements: ['<p>pale</p>'],
  total: 1,
});

export const content: Examples = {
  headings: {
    pass: [{}, body('<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>')],
    warn: [body('<h1>A</h1><h1>B</h1>'), body('<h1>A</h1><h3>B</h3>')],
    fail: [body('<h2>A</h2>'), body('<p>Text</p>'), body('<h1 hidden>A</h1><p>Text</p>')],
    not_applicable: [body('')],
  },
  'image-alt': {
    pass: [
      body('<svg role=img><title>A tree</title></svg>'),
      images(3, 0),
      body('<img src=a.jpg aria-label="A tree"><img role=presentation src=b.jpg>'),
    ],
    warn: [images(9, 1)],
    fail: [images(8, 1), images(0, 1), body('<div role=img></div>'), body('<svg role=img><path/></svg>')],
    not_applicable: [body(''), body('<img src=a.jpg aria-hidden=true>')],
  },
  'content-length': {
    pass: [body('word '.repeat(300)), body('木'.repeat(600))],
    warn: [body('word '.repeat(150)), body('木'.repeat(590))],
    fail: [
      body('word '.repeat(149)),
      body(`<script>${'word '.repeat(400)}</script><p hidden>${'word '.repeat(400)}</p>`),
    ],
  },
  doctype: {
    pass: [html('<!DOCTYPE html><p>x'), html('<!-- c --><!doctype html SYSTEM "about:legacy-compat"><p>x')],
    fail: [
      html('<p>x'),
      html('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><p>x'),
      html(
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><p>x',
      ),
    ],
  },

  charset: {
    pass: [{}, charset({ source: 'bom', header: null, meta: null })],
    warn: [charset({ used: 'iso-8859-2', header: 'iso-8859-2' }), charset({ meta: 'iso-8859-1' })],
    fail: [charset({ used: 'windows-1252', source: 'default', header: null, meta: null })],
  },
  mojibake: {
    pass: [
      {},
      body('<p>Größe, São Paulo, „Zitat“ – Ärger, CHÂTEAU</p>'),
      body('<pre>// writes � and Ã¤</pre>'),
    ],
    warn: [body('<p>GrÃ¶Be</p>')],
    fail: [body('<p>Ã¤ Ã¶ Ã¼</p>'), charset({ errors: 3 })],
  },
  'html-lang': {
    pass: [
      {},
      html('<!doctype html><html lang="zh-Hant-TW"><p>x'),
      html('<!doctype html><html lang="yue"><p>x'),
    ],
    warn: [html('<!doctype html><html lang="en-UK"><p>x')],
    fail: [
      html('<!doctype html><p>x'),
      html('<!doctype html><html lang=" "><p>x'),
      html('<!doctype html><html lang="english"><p>x'),
      html('<!doctype html><html lang="xx"><p>x'),
      html('<!doctype html><html lang="eng"><p>x'),
    ],
  },
  'text-html-ratio': { info: [{}, html('')] },
  keywords: { info: [{}], not_applicable: [body('<p>Once only</p>')] },
  'plain-email': {
    pass: [{}, body('<p>user@localhost</p><a href="mailto:a@b.example">Write to us</a>')],
    warn: [body('<p>info@example.org</p>')],
  },
  'head-in-body': {
    pass: [{}, body('<link rel=stylesheet href=a.css><meta itemprop=name content=x>')],
    fail: [
      head('<div></div><link rel=canonical href="https://www.example.org/">'),
      body('<meta name=robots content=noindex>'),
      body('<title>x</title>'),
    ],
  },
  'duplicate-ids': {
    pass: [{}, body('<p id=a><p id=b>')],
    warn: [body('<p id=a><p id=a>')],
  },
  'deprecated-tags': {
    pass: [{}],
    warn: [body('<center><font color=red>x</font></center>')],
  },
  'tap-targets': {
    pass: [
      {},
      body(
        '<style>.icon { width: 44px }</style><a class=icon href=/a>a</a><button style="height:1px">x</button>',
      ),
    ],
    warn: [
      body('<a href=/a style="width:16px;height:16px">a</a>'),
      {
        ...body('<button class="x icon">a</button>'),
        resources: [resource('/a.css', 'stylesheet', { sample: 'p{} .icon, .b{height:18px}' })],
      },
    ],
    not_applicable: [body('')],
  },
  'form-labels': {
    pass: [
      body(
        '<label>Name <input></label><label for=a>Age</label><input id=a><input aria-label=City><input type=submit><select title=Country></select>',
      ),
    ],
    fail: [
      body('<input placeholder=Name>'),
      body('<label for=b></label><textarea id=b></textarea>'),
      body('<input aria-labelledby=nowhere>'),
      body('<div role=textbox></div>'),
    ],
    not_applicable: [body('<input type=hidden>')],
  },
  'named-controls': {
    pass: [
      {},
      body(
        '<a href=/a><img alt=Home src=a></a><button aria-label=Close></button><a href=/b><svg><title>Cart</title></svg></a>',
      ),
      body('<a href=/a><img title=Home src=a></a><a href=/b><img aria-label=Cart src=b></a>'),
      body('<a href=/a><img aria-labelledby=name src=a></a><p id=name>Home</p>'),
      body('<input type=image alt=Search src=a><input type=submit>'),
    ],
    fail: [
      body('<a href=/a><img alt="" src=a></a>'),
      body('<button> </button>'),
      body('<input type=image src=a>'),
      body('<div role=button tabindex=0></div>'),
      body('<svg><a href=/a><path d="M0 0"/></a></svg>'),
      body('<button><span aria-hidden=true>×</span></button>'),
    ],
    not_applicable: [body('<a>x</a>')],
  },
  'frame-titles': {
    pass: [body('<iframe title="Map" src=/m></iframe>')],
    fail: [body('<iframe src=/m></iframe>')],
    not_applicable: [{}, body('<iframe hidden src=/m></iframe><iframe width=1 height=1></iframe>')],
  },
  'main-landmark': {
    pass: [{}, body('<div role=main>x</div>')],
    warn: [body('<p>x</p>'), body('<main>x</main><main>y</main>')],
    not_applicable: [body('')],
  },
  'table-headers': {
    pass: [body('<table><tr><th>a<th>b<tr><td>1<td>2</table>')],
    warn: [body('<table><tr><td>a<td>b<tr><td>1<td>2</table>')],
    not_applicable: [
      {},
      body('<table role=presentation><tr><td>a<td>b<tr><td>1<td>2</table><table><tr><td>a<td>b</table>'),
    ],
  },
  'video-captions': {
    pass: [body('<video src=a><track kind=captions src=a.vtt></video>')],
    warn: [body('<video src=a><track kind=metadata src=a.vtt></video>')],
    not_applicable: [{}, body('<video muted src=a></video>')],
  },
  'placeholder-text': {
    pass: [
      {},
      body('<p>Prices from $5 {incl. tax}</p>'),
      body('<p>Write <code>{{ name }}</code></p><pre><b>${HOME}</b></pre>'),
    ],
    fail: [
      body('<p>Lorem ipsum dolor</p>'),
      body('<p>Hello {{ user.name }}</p>'),
      body('<p>[object Object]</p>'),
    ],
  },
  'empty-headings': {
    pass: [{}, body('<h1><img alt="Trees" src=a></h1>')],
    warn: [
      body('<h1>Trees</h1><h2> </h2>'),
      body('<h1>Trees</h1><h2><span aria-hidden=true>Oaks</span></h2>'),
    ],
    not_applicable: [body('')],
  },
  'fragment-links': {
    pass: [body('<a href="#top">Top</a><a href="#a">A</a><p id=a><a href="#%C3%A4">Ä</a><p id="ä">')],
    warn: [body('<a href="#nowhere">A</a>')],
    not_applicable: [{}, body('<a href="#/route">A</a><a href="/b#c">B</a>')],
  },
  'tab-order': { pass: [{}, body('<p tabindex=-1><p tabindex=0>')], warn: [body('<p tabindex=2>')] },
  'aria-roles': {
    pass: [body('<p role="button"><p role="doc-chapter none">')],
    warn: [body('<p role="buton">')],
    not_applicable: [{}],
  },
  'autoplay-media': {
    pass: [body('<video autoplay muted src=a></video>')],
    warn: [body('<audio autoplay src=a></audio>')],
    not_applicable: [{}],
  },
  'field-autocomplete': {
    pass: [body('<input type=email autocomplete=email>')],
    warn: [body('<input type=tel>'), body('<input name=first_name autocomplete=off>')],
    not_applicable: [{}, body('<input name=q>')],
  },
  'empty-sources': {
    pass: [{}, body('<img src="data:,">')],
    warn: [body('<img src="">'), head('<link rel=stylesheet href=" ">')],
  },
  'list-structure': {
    pass: [body('<ul><li>a</li></ul><div role=list><li>x</li><div role=listitem>y</div></div>')],
    warn: [body('<li>a</li>'), body('<ul><div>a</div></ul>')],
    not_applicable: [{}],
  },
  'copyright-year': {
    pass: [body('<p>© 2019–2026 Example</p>'), body('<p>Copyright Example, 2025</p>')],
    warn: [body('<p>© 2019 Example</p>')],
    not_applicable: [{}, body('<p>Founded in 1999</p>')],
  },
  'app-icons': {
    pass: [
      head('<link rel=manifest href=/a.json>'),
      head('<link rel=apple-touch-icon href=/a.png><meta name=theme-color content=red>'),
    ],
    warn: [{}],
  },
  'heading-length': {
    pass: [{}],
    warn: [body(`<h1>${'long '.repeat(30)}</h1>`)],
    not_applicable: [body('')],
  },
  'console-errors': {
    pass: [inBrowser({})],
    warn: [inBrowser({ consoleErrors: ['x is not defined'] })],
    not_applicable: [{}],
  },
  'accessibility-rules': {
    pass: [inBrowser({ violations: [] })],
    warn: [inBrowser({ violations: [violation('moderate')] })],
    fail: [inBrowser({ violations: [violation('serious')] })],
    not_applicable: [{}, inBrowser({ violations: null })],
  },
};
