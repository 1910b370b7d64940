import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { answered } from '../../page/files/resources.ts';
import { libraryIn } from './library-banner.ts';
import { VULNERABILITIES } from './known-vulnerabilities.ts';
import type { Vulnerability } from './known-vulnerabilities.ts';

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
        'The most used libraries, by the version at the top of the file, else in the script’s URL. Pass: none has a known vulnerability. Fail: one has. Not applicable without a recognisable version.',
      fix: 'Update the listed library to its latest version.',
      sources: ['https://nvd.nist.gov/', 'https://github.com/RetireJS/retire.js'],
    },
  },
  run({ page, artifacts }) {
    const samples = new Map(answered(artifacts, 'script').map(({ url, sample }) => [url, sample]));
    const libraries = page.all('script').flatMap((script) => {
      const src = attribute(script, 'src');
      const sample = samples.get(page.resolve(src ?? '')?.href ?? '');
      // A number in a URL may be the site’s own; the file itself knows better.
      const library = src === null ? null : (libraryIn(sample ?? '') ?? libraryOf(src));
      return src === null || library === null ? [] : [{ src, ...library }];
    });
    if (libraries.length === 0) return notApplicable('No library’s version is recognisable.');
    const items = libraries.flatMap(({ src, name, version }) => {
      const holes = holesIn(name, version);
      return holes.length === 0
        ? []
        : [
            {
              snippet: src,
              note: `${name} ${version}: ${holes.map(([, , hole]) => hole).join(', ')}, fixed in ${safeAfter(name, version)}`,
            },
          ];
    });
    if (items.length === 0) return pass('No library has a known vulnerability.', { value: 0 });
    return fail('A library has a known vulnerability. Update it.', {
      value: items.length,
      expected: '0',
      items,
    });
  },
};

const holesIn = (name: string, version: string): readonly Vulnerability[] =>
  (VULNERABILITIES.get(name) ?? []).filter(
    ([from, safe]) => !isBefore(version, from) && isBefore(version, safe),
  );

/** The version to update to: one that fixes a hole may still have the next. */
const safeAfter = (name: string, version: string): string => {
  const [hole] = holesIn(name, version);
  return hole === undefined ? version : safeAfter(name, hole[1]);
};

/**
 * From `…/jquery-3.4.1.min.js`, `…/jquery@3.4.1/…`, `…/jquery/3.4.1/…` or
 * `…/jquery.min.js?ver=3.4.1`.
 */
const libraryOf = (src: string): { name: string; version: string } | null => {
  const path = src.toLowerCase();
  for (const name of VULNERABILITIES.keys()) {
    const pattern = new RegExp(
      `(?:^|/)${name}(?:\\.js)?(?:[-.@/]v?|(?:[.-]?(?:min|slim|core))*\\.js\\?(?:ver|v)=)(\\d+\\.\\d+(?:\\.\\d+)?)`,
    );
    const version = pattern.exec(path)?.[1];
    if (version !== undefined) return { name, version };
  }
  return null;
};

const isBefore = (version: string, limit: string): boolean => {
  const a = version.split('.').map(Number);
  const b = limit.split('.').map(Number);
  const index = b.findIndex((part, at) => (a[at] ?? 0) !== part);
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0);
};
