import type { BrowserRequest } from '../../../src/page/browser-facts.ts';
import type { CharsetFacts } from '../../../src/page/html/html-charset.ts';
import { laidOut, artifactsOf, body, head, headers, inBrowser } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const html = (source: string) => ({ html: source });
const charset = (changes: Partial<CharsetFacts>) => ({ charset: { ...artifactsOf().charset, ...changes } });

const requestOf = (url: string, status: number): BrowserRequest => ({
  url,
  type: 'fetch',
  status,
  start: 0,
  firstByte: 10,
  end: 20,
  bytes: 100,
});

export const content: Examples = {
  headings: {
    pass: [
      {},
      body('<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>'),
      body('<div role=heading aria-level=1>A</div><div role=heading>B</div><h3>C</h3>'),
      body('<h1>A</h1><h4 role=presentation>Aside</h4><h2>B</h2>'),
      body('<h1>A</h1><dialog><h1>B</h1></dialog><div popover><h4>C</h4></div><h2>D</h2>'),
      laidOut('<h1>A</h1><h1 class=phone-only>A</h1>', { hidden: [6] }),
    ],
    warn: [
      body('<h1>A</h1><div role=heading aria-level=4>B</div>'),
      body('<h1>A</h1><h1>B</h1>'),
      body('<h1>A</h1><h3>B</h3>'),
    ],
    fail: [body('<h2>A</h2>'), body('<p>Text</p>'), body('<h1 hidden>A</h1><p>Text</p>')],
    not_applicable: [body('')],
  },
  'content-length': {
    pass: [body('word '.repeat(300)), body('木'.repeat(600))],
    warn: [body('word '.repeat(150)), body('木'.repeat(590))],
    fail: [
      body('word '.repeat(149)),
      body('word'),
      body(`<script>${'word '.repeat(400)}</script><p hidden>${'word '.repeat(400)}</p>`),
    ],
    info: [body('<div id="root"></div><script src="/assets/index-3f9.js"></script>')],
  },
  doctype: {
    pass: [html('<!DOCTYPE html><p>x'), html('<!-- c --><!doctype html SYSTEM "about:legacy-compat"><p>x')],
    not_applicable: [
      { ...html('<p>x'), ...headers({ 'content-type': 'application/xhtml+xml; charset=utf-8' }) },
    ],
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
  'text-html-ratio': { info: [{}, html('')] },
  keywords: { info: [{}], not_applicable: [body('<p>Once only</p>')] },
  'plain-email': {
    pass: [
      {},
      body('<p>user@localhost</p><a href="mailto:a@b.example">Write to us</a>'),
      body('<p>Log in as jane@example.com or joe@shop.example, or save logo@2x.png.</p>'),
    ],
    warn: [body('<p>info@planting-trees.garden</p>')],
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
    not_applicable: [
      {},
      body('<a href="#/route">A</a><a href="/b#c">B</a>'),
      body('<a href="#menu" role=button data-bs-toggle=dropdown>Menu</a>'),
    ],
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
    pass: [
      body('<p>© 2019–2026 Example</p>'),
      body('<p>Copyright Example, 2025</p>'),
      body('<p>Copyright © 2014-present Example</p>'),
      body('<p>© 2015 – heute Beispiel GmbH</p>'),
      body('<p>© depuis 2015 – aujourd’hui</p>'),
    ],
    warn: [
      body('<p>© 2019 Example</p>'),
      body('<footer><p>All rights reserved © <span>2019</span> Example</p></footer>'),
    ],
    not_applicable: [
      {},
      body('<p>Founded in 1999</p>'),
      body('<p>The photograph, © 1998 by an agency, shows the old town.</p>'),
    ],
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
    pass: [
      inBrowser({}),
      inBrowser({
        consoleErrors: [
          'Failed to load resource: the server responded with a status of 404 (Not Found) (https://www.example.org/favicon.ico)',
        ],
      }),
    ],
    warn: [inBrowser({ consoleErrors: ['x is not defined'] })],
    not_applicable: [{}],
  },
  'failed-requests': {
    pass: [
      inBrowser({}),
      // Given up by the page itself.
      inBrowser({ failedRequests: [{ url: 'https://www.example.org/poll', reason: 'net::ERR_ABORTED' }] }),
    ],
    info: [
      inBrowser({
        failedRequests: [{ url: 'https://a.example/x.js', reason: 'net::ERR_CONNECTION_REFUSED' }],
      }),
      inBrowser({ requests: [requestOf('https://www.example.org/api', 500)] }),
    ],
    not_applicable: [{}],
  },
};
