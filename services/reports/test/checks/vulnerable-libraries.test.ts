import { readFileSync } from 'node:fs';

import { vulnerableLibraries } from '../../src/checks/security/vulnerable-libraries.ts';
import { robotsOf } from '../../src/page/files/robots-file.ts';
import { parsePage } from '../../src/page/html/page.ts';
import { isBefore, librariesInCode, libraryData } from '../../src/page/libraries/recognise-libraries.ts';
import { artifactsOf, body } from './page-fixture.ts';

// By the ranges of the advisories themselves.
it.each([
  ['moment@2.18.1', /^moment\.js 2\.18\.1: .*CVE-2017-18214.*, fixed in 2\.29\.4$/],
  ['moment@2.29.1', /^moment\.js 2\.29\.1: .*CVE-2022-31129.*, fixed in 2\.29\.4$/],
  ['swiper@11.0.0', /^swiper 11\.0\.0: CVE-2026-27212, fixed in 12\.1\.2$/],
  ['axios@1.7.2', /^axios 1\.7\.2: .*CVE-.* and \d+ more, fixed in 1\.18\.0$/],
  ['lodash@4.17.21', /^lodash 4\.17\.21: .*CVE-.*, fixed in 4\.18\.0$/],
  ['dompurify@3.1.6', /^DOMPurify 3\.1\.6: .*CVE-.*, fixed in 3\.\d+\.\d+$/],
  ['pdfjs-dist@2.0.0', /^pdf\.js 2\.0\.0: .*CVE-2024-4367.*, fixed in 4\.2\.67$/],
  ['knockout@3.4.0', /^knockout 3\.4\.0: .*, fixed in 3\.5\.0/],
  ['jquery-validation@1.19.0', /^jquery-validation 1\.19\.0: .*, fixed in 1\.20\.0$/],
  ['bootstrap@3.4.1', /^bootstrap 3\.4\.1: .*CVE-.*, not fixed in any version of its branch$/],
])('%s has the vulnerabilities that were reported for its version', (file, note) => {
  const artifacts = artifactsOf(body(`<script src="https://cdn.example/npm/${file}/x.js"></script>`));
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const { items } = vulnerableLibraries.run({ artifacts, page, robots: robotsOf(artifacts) });
  expect(items.map((item) => item.note)).toEqual([expect.stringMatching(note)]);
});

it('recognises libraries anywhere in a bundle', () => {
  const bundle = `${'a();'.repeat(50_000)}/*! jQuery v3.4.1 | (c) JS Foundation */${'b();'.repeat(50_000)}
    return"[Axios v1.7.2] Transitional option '"+e;const pdfjsVersion = '3.1.81';`;
  expect(librariesInCode(bundle)).toEqual([
    { name: 'jquery', version: '3.4.1' },
    { name: 'axios', version: '1.7.2' },
    { name: 'pdf.js', version: '3.1.81' },
  ]);
});

it('orders versions, those before a release too', () => {
  const sorted = ['1.9.0b1', '1.9.0', '1.10.0', '2.0.0-alpha.1', '2.0.0-beta.2', '2.0.0', '2.0.0.1'];
  for (const [index, version] of sorted.entries()) {
    expect(isBefore(version, version)).toBe(false);
    for (const later of sorted.slice(index + 1))
      expect([version, later, isBefore(version, later)]).toEqual([version, later, true]);
    for (const earlier of sorted.slice(0, index)) expect(isBefore(version, earlier)).toBe(false);
  }
});

it('was asked for within 90 days before the release that it is part of', () => {
  // By the changelog, not the clock: a test must not begin to fail on some day by itself.
  const changelog = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = Date.parse(/^## \d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d)\)$/m.exec(changelog)?.[1] ?? '');
  const { published, retrieved } = libraryData();
  expect(released - Date.parse(retrieved)).toBeLessThanOrEqual(90 * 86_400_000);
  expect(published <= retrieved).toBe(true);
});
