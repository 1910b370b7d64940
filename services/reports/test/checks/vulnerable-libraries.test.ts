import { vulnerableLibraries } from '../../src/checks/security/vulnerable-libraries.ts';
import { robotsOf } from '../../src/page/files/robots-file.ts';
import { parsePage } from '../../src/page/html/page.ts';
import { artifactsOf, body } from './page-fixture.ts';

// By the ranges of the advisories themselves.
it.each([
  ['moment@2.10.6', 'moment 2.10.6: CVE-2017-18214, fixed in 2.29.4'],
  ['moment@2.18.1', 'moment 2.18.1: CVE-2017-18214, CVE-2022-31129, fixed in 2.29.4'],
  ['moment@2.29.1', 'moment 2.29.1: CVE-2022-31129, fixed in 2.29.4'],
  ['vue@2.5.13', 'vue 2.5.13: npm:vue:20180802, fixed in 2.5.17'],
  ['axios@1.5.0', 'axios 1.5.0: CVE-2023-45857, fixed in 1.6.0'],
])('%s has the vulnerabilities that were reported for its version', (file, note) => {
  const artifacts = artifactsOf(body(`<script src="https://cdn.example/npm/${file}/x.js"></script>`));
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const { items } = vulnerableLibraries.run({ artifacts, page, robots: robotsOf(artifacts) });
  expect(items.map((item) => item.note)).toEqual([note]);
});
