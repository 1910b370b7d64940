import { answered } from '../../page/files/resources.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { codeOf, inlineScripts } from '../../page/html/scripts-and-styles.ts';
import type { Page } from '../../page/html/page.ts';
import {
  fixedIn,
  librariesInCode,
  librariesInUrl,
  libraryData,
  vulnerabilitiesIn,
} from '../../page/libraries/recognise-libraries.ts';
import type { FoundLibrary } from '../../page/libraries/recognise-libraries.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';
import type { Check } from '../check.ts';
import { fail, notApplicable, pass, warn } from '../outcomes.ts';

/** Vulnerabilities that a finding names; the count of the rest follows. */
const NAMED = 3;

export const vulnerableLibraries: Check = {
  meta: {
    id: 'vulnerable-libraries',
    category: 'security',
    title: 'No library has a known vulnerability',
    failureTitle: 'Libraries have known vulnerabilities',
    importance: 'critical',
    basis: 'content',
    rare: true,
    critical: true,
    docs: {
      why: 'Vulnerabilities in old libraries are published, with instructions.',
      thresholds:
        'The list of retire.js, by what is in a script or the hash of it, else by its address. Pass: no library found has a known vulnerability. Warn: one of low severity. Fail: any other. Not applicable without a recognisable version.',
      fix: 'Update the listed library to the version named.',
      sources: ['https://github.com/RetireJS/retire.js', 'https://nvd.nist.gov/'],
    },
  },
  run({ page, artifacts }) {
    const found = librariesOn(page, artifacts);
    const { published } = libraryData();
    if (found.length === 0) return notApplicable('No library’s version is recognisable.');
    const faulty = found.flatMap((library) => {
      const holes = vulnerabilitiesIn(library.name, library.version);
      return holes.length === 0 ? [] : [{ ...library, holes }];
    });
    const expected = `none of the list of ${published}`;
    if (faulty.length === 0)
      return pass(`No library has a vulnerability known on ${published}.`, { value: 0, expected });
    const extras = {
      value: faulty.length,
      expected,
      items: faulty.map(({ source, at, name, version, holes }) => {
        const ids = [...new Set(holes.map(({ id }) => id))];
        const rest = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
        const fixed = fixedIn(name, version);
        const remedy = fixed === null ? 'not fixed in any version of its branch' : `fixed in ${fixed}`;
        return {
          snippet: source,
          at,
          note: `${name} ${version}: ${ids.slice(0, NAMED).join(', ')}${rest}, ${remedy}`,
        };
      }),
    };
    const isGrave = faulty.some(({ holes }) => holes.some(({ severity }) => severity !== 'low'));
    const message = 'A library has a known vulnerability. Update it.';
    return isGrave ? fail(message, extras) : warn(message, extras);
  },
};

/** An address in a module or an import map. */
const ADDRESS = /https?:\/\/[^\s"'`)<>]{1,300}/g;
const MOST_IMPORTS = 200;

/** The libraries of a page's scripts, each with where it was found. */
const librariesOn = (
  page: Page,
  artifacts: PageArtifacts,
): (FoundLibrary & { source: string; at: PageElement })[] => {
  const files = new Map(answered(artifacts, 'script').map((file) => [file.url, file]));
  const linked = page.all('script').flatMap((script) => {
    const source = attribute(script, 'src');
    if (source === null) return [];
    const file = files.get(page.resolve(source)?.href ?? '');
    const inFile = file?.libraries ?? (file?.sample ? librariesInCode(file.sample) : []);
    const names = new Set(inFile.map(({ name }) => name));
    // A number in an address may be the site's own; the file itself knows better.
    const byUrl = librariesInUrl(source).filter(({ name }) => !names.has(name));
    return [...inFile, ...byUrl].map((library) => ({ ...library, source, at: script }));
  });
  const inline = inlineScripts(page).flatMap((script) =>
    librariesInCode(codeOf(script)).map((library) => ({ ...library, source: 'inline script', at: script })),
  );
  const imported = page
    .all('script')
    .filter((script) =>
      ['module', 'importmap'].includes(attribute(script, 'type')?.trim().toLowerCase() ?? ''),
    )
    .flatMap((script) =>
      [...codeOf(script).matchAll(ADDRESS)]
        .slice(0, MOST_IMPORTS)
        .flatMap(([source]) => librariesInUrl(source).map((library) => ({ ...library, source, at: script }))),
    );
  const all = [...linked, ...inline, ...imported];
  return [...new Map(all.map((one) => [`${one.source} ${one.name} ${one.version}`, one])).values()];
};
