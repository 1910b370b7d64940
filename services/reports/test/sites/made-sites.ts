import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer to a path of a made site: HTML, or a status with its target or media type. */
type Answer = string | { status: number; location?: string; type?: string; body?: string };

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;
const link = (href: string): string => `<a href="${href}">To ${href}</a> `;
const png = { status: 200, type: 'image/png', body: 'x' };
const css = (body: string) => ({ status: 200, type: 'text/css', body });

/** A blog: posts with pictures in every notation, styles, feeds, and a `<base>`. */
const blog = (): Record<string, Answer> => {
  const answers: Record<string, Answer> = {
    '/': page(
      'Blog',
      Array.from({ length: 70 }, (_, n) => link(`/posts/${n}`)).join(''),
      '<link rel="stylesheet" href="/style.css"><link rel="icon" href="/favicon.ico"><link rel="alternate" type="application/rss+xml" href="/feed-gone.xml">',
    ),
    '/style.css': css('body { color: #222 }'),
    '/favicon.ico': png,
    '/picture.png': png,
    '/about/team': page('Team', link('bob') + link('../../posts/1'), '<base href="/about/people/">'),
    '/about/people/bob': { status: 410 },
  };
  for (let n = 0; n < 70; n++)
    answers[`/posts/${n}`] = page(
      `Post ${n}`,
      `<img src="/picture.png" alt="x">${link(`/posts/${(n + 1) % 70}`)}`,
    );
  answers['/posts/3'] = page(
    'Post 3',
    '<img src="/gone.png" alt="x"><video poster="/poster-gone.jpg" src="/film-gone.mp4"></video>',
  );
  answers['/posts/4'] = page(
    'Post 4',
    '<picture><source srcset="/small-gone.webp 1x, /picture.png 2x"><img src="/picture.png" alt="x"></picture>',
  );
  answers['/posts/5'] = page('Post 5', `${link('/about/team')}<script src="/script-gone.js"></script>`);
  answers['/posts/6'] = page(
    'Post 6',
    '<noscript><img src="/noscript-gone.png" alt="x"></noscript><a href="/nofollowed-gone" rel="nofollow">x</a>',
  );
  answers['/posts/7'] = page(
    'Post 7',
    '<blockquote cite="/cited-gone">x</blockquote><object data="/object-gone.svg"></object>',
  );
  return answers;
};

/**
 * Documentation: fragments, image maps, frames, language versions and canonical addresses. Pages with links
 * within have an extension: linkinator 7 takes `#a` on `/guide` for `/guide/#a`, which no browser does.
 */
const documentation = (): Record<string, Answer> => ({
  '/': page(
    'Docs',
    link('/guide.html#install') +
      link('/guide.html#gone') +
      link('#here') +
      link('#nowhere') +
      link('/moved#use') +
      '<p id="here">x</p>',
    '<link rel="canonical" href="/"><link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="fr" href="/fr-gone">',
  ),
  '/guide.html': page(
    'Guide',
    '<h2 id="install">Install</h2><a name="use"></a><h2 id="größe">Size</h2>' +
      '<img src="/map.png" usemap="#map" alt="x"><map name="map"><area href="/area" alt="x"><area href="/area-gone" alt="x"></map>' +
      '<iframe src="/frame"></iframe><iframe src="/frame-gone"></iframe>' +
      link('#gr%C3%B6%C3%9Fe') +
      link('#top') +
      link('#:~:text=Size') +
      link('#/route'),
  ),
  '/moved': { status: 301, location: '/guide.html' },
  '/map.png': png,
  '/area': page('Area', link('/guide.html#also-gone')),
  '/frame': page('Frame', link('/below-frame') + link('/in-frame-gone')),
  '/below-frame': page('Below', ''),
  '/de': page('Doku', link('/de/mehr'), '<link rel="canonical" href="/de-canonical-gone">'),
  '/de/mehr': page('Mehr', ''),
});

/** A shop: redirects in chains and loops, structured data, refreshes, own answers for errors. */
const shop = (): Record<string, Answer> => ({
  '/': page(
    'Shop',
    link('/hop') +
      link('/round') +
      link('/forbidden') +
      link('/failing') +
      link('/to-gone') +
      link('/refresh') +
      link('/style'),
    '<script type="application/ld+json">{"@type":"Product","image":"ORIGIN/product-gone.jpg","url":"ORIGIN/"}</script>' +
      '<meta property="og:image" content="ORIGIN/social-gone.png">',
  ),
  '/hop': { status: 302, location: '/hop2' },
  '/hop2': { status: 301, location: '/hop3' },
  '/hop3': { status: 307, location: '/landed' },
  '/landed': page('Landed', ''),
  '/round': { status: 302, location: '/round' },
  '/forbidden': { status: 403 },
  '/failing': { status: 500 },
  '/to-gone': { status: 302, location: '/gone' },
  '/refresh': page('Refresh', '', '<meta http-equiv="refresh" content="5; url=/refresh-gone">'),
  '/style': page(
    'Style',
    '<div style="background: url(/inline-gone.png)"></div>',
    '<style>body { background: url("/background-gone.png") }</style>',
  ),
});

export const MADE_SITES = { blog, documentation, shop };

export interface MadeSite {
  readonly origin: string;
  close(): Promise<unknown>;
}

/** Serves a made site at a free port; every other path is 404. */
export const startMadeSite = async (name: keyof typeof MADE_SITES): Promise<MadeSite> => {
  const answers = MADE_SITES[name]();
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ''}`;
    const answer = answers[decodeURIComponent(request.url ?? '')] ?? { status: 404 };
    if (typeof answer === 'string') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(answer.replaceAll('ORIGIN', origin));
      return;
    }
    const { status, location, type = 'text/html', body = '<h1>No</h1>' } = answer;
    response.writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Problems of a site that name what leads nowhere in their note. */
const NOTED = ['broken-links', 'missing-files', 'broken-fragments', 'canonical-targets', 'hreflang-targets'];

/** Every address that a site's problems say leads nowhere, as paths in order, with their fragments. */
export const brokenTargets = (
  problems: readonly { id: string; items: readonly { note: string | null }[] }[],
  origin: string,
): string[] => {
  const notes = problems.filter(({ id }) => NOTED.includes(id)).flatMap(({ items }) => items);
  const targets = notes.map(({ note }) => /https?:\S+/.exec(note ?? '')?.[0] ?? '');
  return [...new Set(targets.map((target) => target.replace(origin, '')))].sort();
};
