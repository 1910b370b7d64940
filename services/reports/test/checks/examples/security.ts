import { body, head, headers, hop, resource, text, inBrowser } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const cookie = (value: string) => headers({ 'set-cookie': value });
const securityFile = (content: string) => ({
  securityTxt: text('/.well-known/security.txt', content, 'text/plain'),
});

const ARMOUR = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
/** A page with a script, and how its file begins. */
const withScript = (src: string, sample: string) => ({
  ...body(`<script src="${src}"></script>`),
  resources: [resource(src, 'script', { sample })],
});

export const security: Examples = {
  cookies: {
    pass: [cookie('a=1; Secure; HttpOnly; SameSite=Lax'), cookie('a=1; Secure')],
    warn: [cookie('a=1'), cookie('theme=dark; SameSite=Lax')],
    fail: [
      cookie('PHPSESSID=1; Secure'),
      cookie('PHPSESSID=1; Secure; Max-Age=60; Domain=example.org'),
      cookie('a=1; Secure; SameSite=maybe'),
      cookie('a=1; SameSite=None'),
      cookie('csrftoken=1; Secure'),
      cookie('connect.sid=1; Secure'),
      cookie('access_token=1; Secure; SameSite=Lax'),
      cookie('__Host-a=1; Secure; Path=/; Domain=example.org'),
      cookie('__Secure-a=1'),
      cookie('a=1; Domain=other.example'),
      cookie('a=1; Domain=org'),
      cookie(`a=${'x'.repeat(5000)}`),
      { redirects: [{ ...hop('https://example.org/', 'https://www.example.org/'), setCookies: ['sid=1'] }] },
      { ...headers({ 'set-cookie': 'a=1', 'strict-transport-security': null }) },
    ],
    not_applicable: [
      {},
      cookie('nonsense'),
      cookie(';'),
      cookie('PHPSESSID=; Max-Age=0'),
      cookie('PHPSESSID=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT'),
      {
        redirects: [{ ...hop('https://other.example/', 'https://www.example.org/'), setCookies: ['sid=1'] }],
      },
    ],
  },
  'subresource-integrity': {
    pass: [
      body('<script src="/a.js"></script>'),
      body('<script src="/a.js" integrity="sha384-x"></script>'),
      body('<script src="https://cdn.example/a.js" integrity="sha384-x" crossorigin></script>'),
      body('<script src="https://cdn.example/a.js" integrity="sha384-x" type="module"></script>'),
      body('<link rel="stylesheet" href="https://cdn.example/a.css" integrity="sha384-x" crossorigin>'),
      body('<script src="https://static.example.org/a.js"></script>'),
      body('<script>1</script>'),
    ],
    warn: [
      body('<script src="https://cdn.example/a.js"></script>'),
      body('<script src="https://cdn.example/a.js" integrity="foo" crossorigin></script>'),
      body('<link rel="stylesheet" href="https://cdn.example/a.css">'),
    ],
    fail: [
      body('<script src="https://cdn.example/a.js" integrity="sha384-x"></script>'),
      body('<script src="http://cdn.example/a.js"></script>'),
      body('<script src="//cdn.example/a.js"></script>'),
      body('<script src="http://cdn.example/a.js" integrity="sha384-x" crossorigin></script>'),
    ],
    not_applicable: [{}],
  },
  'opener-links': {
    pass: [
      body('<a target=_blank rel="noopener" href="https://b.example/">b</a>'),
      // Browsers imply noopener.
      body('<a target=_blank href="https://b.example/">b</a>'),
    ],
    warn: [body('<a target=_blank rel="opener nofollow" href="https://b.example/">b</a>')],
    not_applicable: [{}, body('<a target=_blank href="/b">b</a>')],
  },
  'leaked-secrets': {
    pass: [
      {},
      body('<p>sk_test_1234567890abcdefghij</p>'),
      body('<a href="/cz-sk-mezinarodni-preprava-zasilek-a-baliku">Balíky</a>'),
      body(`<code>${['AKIA', 'IOSFODNN7EXAMPLE'].join('')}</code>`),
      body(`<code>${['AKIA', 'I44QH8DHBEXAMPLE'].join('')}</code>`),
      // Examples from manuals: a password that is none, or a database that only its own machine reaches.
      body(`<code>${['postgres://user', 'password@db.example.com:5432/shop'].join(':')}</code>`),
      body(`<code>${['mysql://root', 'hunter2@127.0.0.1/shop'].join(':')}</code>`),
      body(`<code>${['postgres://shop', 'shop@db:5432/shop'].join(':')}</code>`),
      body(`<code>${['redis://', '${REDIS_PASSWORD}@redis.internal:6379'].join(':')}</code>`),
      // … or something in the form of a key.
      body(`<code>${['ghp', 'x'.repeat(36)].join('_')}</code>`),
      body(`<code>${['sk', 'live', '0'.repeat(24)].join('_')}</code>`),
      body(`<code>${['xoxb', 'your-bot-token'].join('-')}</code>`),
      body(`<code>${['xoxb', '123456789012', '1234567890123'].join('-')}</code>`),
      body(`<code>${['AKIA', 'X'.repeat(16)].join('')}</code>`),
      body(`<code>${['sk', 'ant', 'api03', 'your-api-key-goes-right-in-here'].join('-')}</code>`),
      // Libraries name the armour of a key without holding one.
      {
        resources: [
          resource('/a.js', 'script', {
            sample: `if(!pem.startsWith("${ARMOUR}"))throw Error();return "${ARMOUR}\\n"+b+"\\n"`,
          }),
        ],
      },
    ],
    fail: [
      head(`<script>const key = "${['sk', 'live', '51HrKqTzWm8BnVxLpYd'].join('_')}"</script>`),
      body(`<!-- ${['postgres://app', 'hunter2@db.example/app'].join(':')} -->`),
      { resources: [resource('/a.js', 'script', { sample: ['AKIA', 'J5Q2MZ7RXW3KTB6N'].join('') })] },
      body(`<!-- ${['sk', 'proj', 'a_b-c'.repeat(5), 'T3BlbkFJ'].join('-')}${'d_e-f'.repeat(5)} -->`),
      body(`<!-- ${['sk', 'a1B2'.repeat(12)].join('-')} -->`),
      body(`<pre>${ARMOUR}\n${'MIIEvQIBADANBgkq'.repeat(4)}\n</pre>`),
      body(`<pre>${ARMOUR}\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB\n</pre>`),
      body(`<script>const key = "${ARMOUR}\\n${'MIIEvQIBADANBgkq'.repeat(4)}"</script>`),
      body(`<!-- ${['mongodb+srv://shop', 'Xk29fjw8@cluster0.ab1cd.mongodb.net/shop'].join(':')} -->`),
    ],
  },
  'directory-listing': {
    pass: [{}, head('<title>Index of /words</title>')],
    fail: [
      {
        html: '<html><head><title>Index of /backup</title></head><body><h1>Index of /backup</h1><a href="a.sql">a.sql</a></body></html>',
      },
    ],
  },
  'error-disclosure': {
    pass: [
      {},
      body('<p>Warning: slippery when wet.</p>'),
      // Manuals and tutorials quote errors.
      body('<pre><code>Traceback (most recent call last):\n  File "a.py"</code></pre>'),
      body('<div class="highlight"><pre>Traceback (most recent call last):</pre></div>'),
      body('<p>Rescue <code>ActiveRecord::RecordNotUniqueError</code>.</p>'),
    ],
    fail: [
      body('<b>Warning: mysqli_connect(): denied in /var/www/a.php on line 12</b>'),
      body('<pre>Traceback (most recent call last):\n  File "a.py"</pre>'),
      body('<pre>Error: x\n    at run (/srv/app/main.js:10:5)</pre>'),
    ],
  },
  'security-txt': {
    pass: [{}],
    warn: [
      securityFile('Expires: 2027-01-01T00:00:00Z\n'),
      securityFile('Contact: mailto:a@example.org\n'),
      securityFile('Contact: mailto:a@example.org\nExpires: 2026-01-01T00:00:00Z\n'),
    ],
    info: [
      { securityTxt: null },
      securityFile('<!doctype html><p>Not found'),
      { securityTxt: text('/.well-known/security.txt', '', 'text/html', 404) },
    ],
  },
  'vulnerable-libraries': {
    pass: [
      body('<script src="/jquery-3.7.1.min.js"></script>'),
      body('<script src="https://cdn.example/npm/bootstrap@5.3.3/dist/js/bootstrap.js"></script>'),
      body('<script src="https://cdn.example/npm/swiper@12.1.2/swiper-bundle.min.js"></script>'),
      body('<script src="https://cdn.example/npm/axios@1.18.0/dist/axios.min.js"></script>'),
      // A query may be the site's own count; the file itself knows better.
      withScript('/js/jquery.min.js?v=1.0.3', '/*! jQuery v3.7.1 | (c) OpenJS Foundation */'),
      withScript('/bootstrap.min.js?ver=1.0', '/*!\n  * Bootstrap v5.3.3 (https://getbootstrap.com/)'),
    ],
    warn: [body('<script src="https://cdn.example/npm/quill@2.0.3/quill.js"></script>')],
    fail: [
      body('<script src="https://cdn.example/npm/bootstrap@4.1.3/dist/js/bootstrap.js"></script>'),
      body('<script src="https://cdn.example/npm/dompurify@3.0.6/dist/purify.min.js"></script>'),
      body('<script src="/jquery-1.12.4.min.js"></script>'),
      body('<script src="https://cdn.example/ajax/libs/lodash.js/4.17.15/lodash.min.js"></script>'),
      body('<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.4.1"></script>'),
      body('<script src="https://cdn.example/npm/moment@2.29.1/moment.js"></script>'),
      withScript('/js/jquery.min.js', '/*! jQuery v1.11.0 | (c) 2005, 2014 jQuery Foundation, Inc. */'),
      withScript('/vue.min.js', '/*!\n * Vue.js v2.5.13\n * (c) 2014-2017 Evan You\n */'),
      withScript('/moment.min.js', '//! moment.js\n//! version : 2.29.1\n//! authors : Tim Wood'),
      // In the middle of a bundle, and in the page itself.
      withScript('/assets/index-4f2a.js', `${'x();'.repeat(1000)}/*! jQuery v1.11.0 | (c) jQuery */`),
      body('<script>/*! jQuery v1.11.0 | (c) jQuery Foundation */ a()</script>'),
    ],
    not_applicable: [
      {},
      body('<script src="/app.js"></script>'),
      withScript('/app.js', '/* Works with jQuery v1.8.0 and later. */'),
    ],
  },
  'source-maps': {
    info: [
      { resources: [resource('/a.js', 'script')] },
      { resources: [resource('/a.js', 'script', { headers: [['sourcemap', '/a.js.map']] })] },
    ],
    not_applicable: [{}],
  },
  'frame-sandbox': {
    pass: [body('<iframe sandbox="allow-scripts" src="https://v.example/"></iframe>')],
    warn: [
      body('<iframe src="https://v.example/"></iframe>'),
      body('<iframe sandbox="allow-scripts allow-same-origin" src="/x"></iframe>'),
    ],
    not_applicable: [{}, body('<iframe srcdoc="x"></iframe>')],
  },
  'internal-addresses': {
    pass: [
      {},
      body('<a href="https://10.example/">a</a><p>localhost</p>'),
      { finalUrl: 'http://localhost/', ...body('<a href="http://localhost/a">a</a>') },
      body('<p>Open <a href="http://localhost:3000">http://localhost:3000</a>.</p>'),
    ],
    warn: [
      body('<img src="http://192.168.0.4/a.jpg">'),
      body('<a href="http://localhost:3000/">a</a>'),
      body('<a href="https://wiki.corp/">a</a>'),
      body('<a href="//172.20.1.1/">a</a>'),
    ],
  },
  'cookie-caching': {
    pass: [headers({ 'set-cookie': 'a=1', 'cache-control': 'private, max-age=60' }), cookie('a=1')],
    fail: [
      headers({ 'set-cookie': 'a=1', 'cache-control': 'public, max-age=60' }),
      headers({ 'set-cookie': 'a=1', 'cache-control': 's-maxage=60' }),
    ],
    not_applicable: [{}],
  },
  'revealing-comments': {
    pass: [
      {},
      body('<!-- navigation --><!-- forgot password form -->'),
      body('<!-- Select your language from the list -->'),
    ],
    warn: [
      body('<!-- user: admin, password: hunter2 -->'),
      body('<!-- FIXME: check rights -->'),
      body('<!-- SELECT id FROM users -->'),
      body('<!-- select * from users -->'),
    ],
  },
  'inline-handlers': {
    pass: [{}],
    warn: [body('<button onclick="go()">x</button>'), body('<a href="javascript:go()">x</a>')],
  },
  'cookies-before-consent': {
    pass: [inBrowser({ cookies: [{ name: 'session', domain: 'a.example' }] })],
    warn: [inBrowser({ cookies: [{ name: '_ga', domain: '.a.example' }] })],
    not_applicable: [{}],
  },
};
