import { laidOut, body, resource, inBrowser } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const images = (named: number, nameless: number) =>
  body('<img src=a.jpg alt="">'.repeat(named) + '<img src=b.jpg>'.repeat(nameless));
const html = (source: string) => ({ html: source });
const violation = (impact: string) => ({
  id: 'color-contrast',
  impact,
  help: 'Elements must meet minimum contrast',
  helpUrl: 'https://dequeuniversity.com/rules/axe/',
  elements: ['<p>pale</p>'],
  total: 1,
});

export const accessibility: Examples = {
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
    pass: [
      {},
      body('<div role=main>x</div>'),
      body('<main>x</main><dialog><main>y</main></dialog><div popover><main>z</main></div>'),
      body('<main>x</main><div inert><main>y</main></div><div aria-hidden=true><main>z</main></div>'),
      laidOut('<main>x</main><main class=gone>y</main>', { hidden: [6] }),
    ],
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
  'accessibility-rules': {
    pass: [inBrowser({ violations: [] })],
    warn: [inBrowser({ violations: [violation('moderate')] })],
    fail: [inBrowser({ violations: [violation('serious')] })],
    not_applicable: [{}, inBrowser({ violations: null })],
  },
};
