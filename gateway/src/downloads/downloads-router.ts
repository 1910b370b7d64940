import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodNotAllowed } from '@platform/errors';
import { Router } from 'express';
import type { RequestHandler, Response } from 'express';
import { escaped } from '../reference/page/described.ts';

/** As `index.json` has it, which packages/downloads writes. */
interface Download {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly latest: string;
  readonly bytes: number;
  readonly integrity: string;
}

const TEXTS = {
  en: {
    title: 'Downloads',
    lead: 'The clients for TypeScript and Python and the command line, as this platform serves them. They need Node.js 20.3 or Python 3.9 or newer, and no other packages.',
    project: 'In a project, name the version, so that lock files stay true:',
    python: 'For Python:',
    tool: 'The command line, for all projects of a machine:',
    reference: 'API reference',
    kilobytes: 'KB',
  },
  de: {
    title: 'Downloads',
    lead: 'Die Clients für TypeScript und Python und die Befehlszeile, wie diese Plattform sie ausliefert. Sie brauchen Node.js 20.3 oder Python 3.9 oder neuer und keine weiteren Pakete.',
    project: 'In einem Projekt mit Version, damit Lockfiles gültig bleiben:',
    python: 'Für Python:',
    tool: 'Die Befehlszeile für alle Projekte eines Rechners:',
    reference: 'API-Referenz',
    kilobytes: 'KB',
  },
} as const;

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:10vh auto;padding:0 1rem}a{color:LinkText}pre{overflow:auto;padding:.75rem 1rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem}td,th{text-align:start;padding:.2rem 1rem .2rem 0;overflow-wrap:anywhere}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const pageIn = (language: keyof typeof TEXTS, downloads: readonly Download[], base: string): string => {
  const t = TEXTS[language];
  const rows = downloads.map(
    ({ name, version, file, bytes, integrity }) =>
      `<tr><td>${escaped(name)}</td><td><a href="/downloads/${escaped(file)}">${escaped(version)}</a></td>` +
      `<td>${Math.ceil(bytes / 1024)} ${t.kilobytes}</td></tr><tr><td colspan="3"><small><code>${escaped(integrity)}</code></small></td></tr>`,
  );
  const isWheel = ({ file }: Download): boolean => file.endsWith('.whl');
  const addressOf = ({ file }: Download): string => escaped(`${base}/downloads/${file}`);
  const commands = [
    [t.project, 'npm install', downloads.filter((one) => !isWheel(one))],
    [t.python, 'pip install', downloads.filter(isWheel)],
  ] as const;
  const installs = commands
    .filter(([, , own]) => own.length > 0)
    .map(
      ([text, command, own]) =>
        `<p>${text}</p>\n<pre tabindex="0"><code>${command} ${own.map(addressOf).join(' ')}</code></pre>`,
    );
  const tool = downloads.find(({ name }) => name.endsWith('/cli'));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<p>${t.lead}</p>
<table>${rows.join('\n')}</table>
${installs.join('\n')}
${tool ? `<p>${t.tool}</p>\n<pre tabindex="0"><code>npm install --global ${escaped(`${base}/downloads/${tool.latest}`)}\ndap login --url ${escaped(base)}</code></pre>` : ''}
<p><a href="/docs">${t.reference}</a></p>
</main>
</body>
</html>
`;
};

/**
 * `/downloads/`: the clients and the command line, for npm, pnpm, yarn and pip.
 * @param directory what packages/downloads built
 */
export const createDownloadsRouter = (directory: string, publicUrl: string): Router => {
  const router = Router({ caseSensitive: true });
  const base = publicUrl.replace(/\/+$/, '');
  const index = readFileSync(join(directory, 'index.json'), 'utf8');
  const { packages } = JSON.parse(index) as { packages: readonly Download[] };
  const secure = (response: Response): Response =>
    response.set('X-Content-Type-Options', 'nosniff').set('Cache-Control', 'public, max-age=300');
  const get = (path: string, handler: RequestHandler): void => {
    router
      .route(path)
      .get(handler)
      .all(() => {
        throw methodNotAllowed(['GET', 'HEAD']);
      });
  };

  get('/downloads', (request, response) => {
    const language = request.acceptsLanguages(['en', 'de']) === 'de' ? 'de' : 'en';
    secure(response)
      .set('Content-Security-Policy', POLICY)
      .set('Content-Language', language)
      .vary('Accept-Language')
      .type('html')
      .send(pageIn(language, packages, base));
  });
  get('/downloads/index.json', (_request, response) => {
    secure(response).type('json').send(index);
  });
  for (const { file, latest } of packages) {
    // They are small, and held as long as the process runs: what is announced stays there.
    const content = readFileSync(join(directory, file));
    const type = file.endsWith('.whl') ? 'application/zip' : 'application/gzip';
    for (const name of new Set([file, latest]))
      get(`/downloads/${name}`, (_request, response) => {
        secure(response).attachment(file).type(type).send(content);
      });
  }
  return router;
};
