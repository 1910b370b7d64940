import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Our own pages. Rules of public test suites keep the text of their authors. */
const PAGES = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|agreement|\.data|\.git)$/.test(name),
});

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** The anchors of a page's headings, spelt as GitHub spells them. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** The links of a page that lead nowhere in this repository. */
const brokenLinks = (page: string): string[] => {
  const links = [...withoutCode(read(page)).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)];
  return links
    .map(([, link = '']) => link)
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
};

it('every link of every page leads to a file, and to a heading where it names one', () => {
  expect(PAGES.length).toBeGreaterThan(20);
  const broken = PAGES.map((page) => ({ page, links: brokenLinks(page) }));
  expect(broken.filter(({ links }) => links.length > 0)).toEqual([]);
});

it('every page of docs/ that code, settings or pages name is there', () => {
  const files = globSync('{gateway,services,packages,deploy,docs}/**/*.{ts,tsx,md,yml,yaml,sh}', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|\.data)$/.test(name),
  });
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w./-])docs\/((?:adr\/)?[\w-]+)(\.md)?/g)].flatMap(
      ([, name = '', extension = '']) =>
        extension === '' && !/^adr\/\d{4}/.test(name) ? [] : [{ file, name: name + extension }],
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  const decisions = globSync('docs/adr/*.md', { cwd: root });
  // A service may have pages of its own: docs/metrics.md of analytics.
  const isThere = (name: string): boolean =>
    /^adr\/\d{4}$/.test(name)
      ? decisions.some((page) => page.startsWith(`docs/${name}-`))
      : globSync(`{.,services/*}/docs/${name}`, { cwd: root }).length > 0;
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});

/** Where a page may mean a path from: the repository, its own folder or that above, or any service. */
const foldersOf = (page: string): string[] => [
  '.',
  dirname(page),
  join(dirname(page), '..'),
  'gateway',
  ...globSync('services/*', { cwd: root }),
];

it('every file of code that a page names is there', () => {
  const named = PAGES.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|test|gateway|services|packages|deploy|\.ci)\/[\w/.-]+\.tsx?)`/g)].map(
      ([, path = '']) => ({ page, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter(
    ({ page, path }) => !foldersOf(page).some((folder) => existsSync(join(root, folder, path))),
  );
  expect(missing).toEqual([]);
});

it('every folder that ARCHITECTURE.md names is there', () => {
  const paths = [...read('ARCHITECTURE.md').matchAll(/`((?:gateway|services|packages|deploy)\/[\w/-]+)`/g)];
  expect(paths.length).toBeGreaterThan(10);
  const missing = paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

it('the operators’ page can be read in a quarter of an hour', () => {
  expect(read('docs/operations.md').split(/\s+/).length).toBeLessThanOrEqual(2_500);
});
