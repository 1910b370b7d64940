import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const ATTACK = '<script>document.title="owned"</script>';
const escaped = ATTACK.replaceAll('<', '&lt;');

/**
 * A page with something wrong in every category, and markup where a report might forget to escape.
 */
export const FAULTY_PAGE = `<html><head><title>${escaped}</title>
<meta name="description" content='"><img src=x onerror="document.title=1">'>
<script src="/blocking.js"></script><script src="http://cdn.example/jquery-1.12.4.min.js"></script></head>
<body><h2>Second before first</h2><center>Old</center>
<img src="/a.jpg?${encodeURIComponent(ATTACK)}" onerror='x("${escaped}")'>${'<img src="/b.jpg">'.repeat(30)}
<a href="javascript:void(0)">${escaped}</a><a href="/a">click here</a><a href="/b"></a><a href="#nowhere">x</a>
<form action="/login"><input type="password"></form><p>Lorem ipsum dolor {{ name }} mail@example.org © 2011</p>
<p id="a"><p id="a"><div title="${'very-long-word-without-a-break'.repeat(20)}" onclick="1">x</div></body></html>`;

/**
 * Serves the faulty page at `/`, and at `/changing` until it is mended; `/empty` is a JavaScript
 * application, `/broken` an error.
 */
export const startFaultySite = (state = { isMended: false }): Promise<LoopbackSite> =>
  startSite((request, response) => {
    const headers = { 'content-type': 'text/html', server: 'Apache/2.4.1', 'set-cookie': 'PHPSESSID=1' };
    if (request.url === '/') response.writeHead(200, headers).end(FAULTY_PAGE);
    if (request.url === '/changing') {
      response.writeHead(200, headers).end(state.isMended ? PAGE : FAULTY_PAGE);
    }
    if (request.url === '/broken') response.writeHead(500, headers).end('<p>Broken');
    if (request.url === '/empty') {
      response
        .writeHead(200, headers)
        .end(
          '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script src="/main.js"></script>',
        );
    }
  });
