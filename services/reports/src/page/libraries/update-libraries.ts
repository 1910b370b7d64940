import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import type { KnownLibrary, LibraryData, Vulnerability } from './recognise-libraries.ts';

/**
 * `npm run libraries`: takes retire.js' present list of libraries with known vulnerabilities into
 * libraries.json. Without the internet, `-- --from FILE --published DATE` reads a copy.
 */
const SOURCE = 'https://raw.githubusercontent.com/RetireJS/retire.js/master/repository/jsrepository-v4.json';
const HISTORY =
  'https://api.github.com/repos/RetireJS/retire.js/commits?path=repository/jsrepository-v4.json&per_page=1';
const TARGET = new URL('./libraries.json', import.meta.url);

/** One library in retire.js' own file. */
interface Listed {
  npmname?: string;
  bowername?: string[];
  vulnerabilities?: {
    atOrAbove?: string;
    below?: string;
    excludes?: string[];
    severity?: string;
    identifiers?: Record<string, string | string[]>;
  }[];
  extractors?: Partial<Record<'uri' | 'filename' | 'filecontent' | 'filecontentreplace', string[]>> & {
    hashes?: Record<string, string>;
  };
}

const get = async (url: string): Promise<unknown> => {
  const response = await fetch(url, { headers: { 'user-agent': 'platform-reports' } });
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response.json();
};

const idOf = (identifiers: Record<string, string | string[]> = {}): string => {
  for (const name of ['CVE', 'githubID', 'summary']) {
    const [first] = [identifiers[name] ?? []].flat();
    if (first !== undefined) return first.slice(0, 80);
  }
  return 'a known vulnerability';
};

const vulnerabilitiesOf = ({ vulnerabilities = [] }: Listed): Vulnerability[] =>
  vulnerabilities.flatMap(({ atOrAbove = '0', below, excludes, severity = 'medium', identifiers }) =>
    below === undefined
      ? []
      : [{ from: atOrAbove, below, severity, id: idOf(identifiers), ...(excludes && { except: excludes }) }],
  );

const libraryOf = (listed: Listed): KnownLibrary => {
  const {
    uri = [],
    filename = [],
    filecontent = [],
    filecontentreplace = [],
    hashes = {},
  } = listed.extractors ?? {};
  return {
    names: [
      ...new Set([listed.npmname, ...(listed.bowername ?? [])].flatMap((name) => name?.toLowerCase() ?? [])),
    ],
    uri,
    filename,
    content: filecontent,
    replaced: filecontentreplace,
    hashes,
    vulnerabilities: vulnerabilitiesOf(listed),
  };
};

const { values } = parseArgs({ options: { from: { type: 'string' }, published: { type: 'string' } } });
const listed = (
  values.from === undefined ? await get(SOURCE) : JSON.parse(await readFile(values.from, 'utf8'))
) as Record<string, Listed>;
const published =
  values.published ??
  ((await get(HISTORY)) as { commit: { committer: { date: string } } }[])[0]?.commit.committer.date;
if (published === undefined) throw new Error('The date of the list is unknown.');
const libraries = Object.fromEntries(
  Object.entries(listed)
    .filter(([name]) => name !== 'retire-example' && name !== 'dont check')
    .map(([name, library]) => [name, libraryOf(library)] as const)
    .filter(([, { vulnerabilities }]) => vulnerabilities.length > 0),
);
const data: LibraryData = {
  source: 'https://github.com/RetireJS/retire.js',
  licence: 'Apache-2.0, see LICENSE; reduced to what is used here',
  published: published.slice(0, 10),
  retrieved: new Date().toISOString().slice(0, 10),
  libraries,
};
await writeFile(TARGET, `${JSON.stringify(data, null, 1)}\n`);
process.stdout.write(`${Object.keys(libraries).length} libraries, published on ${data.published}.\n`);
