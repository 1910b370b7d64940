import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cspBypasses } from '../../src/checks/security/csp-bypasses.ts';
import { entityOf, isThirdParty } from '../../src/page/files/resources.ts';

it.each([
  ['https://www.shop.example/a.js', 'https://shop.example/', false],
  ['https://cdn.other.example/a.js', 'https://shop.example/', true],
  ['https://fonts.gstatic.com/a.woff2', 'https://shop.example/', true],
  // One company's, by the list of third-party-web.
  ['https://i.ytimg.com/a.jpg', 'https://www.youtube.com/', false],
  ['http://127.0.0.1:8080/a.js', 'http://127.0.0.1/', false],
  ['not an address', 'https://shop.example/', true],
])('knows whether %s is a third party on %s: %s', (url, page, expected) => {
  expect(isThirdParty(url, page)).toBe(expected);
});

it('names owners that are known, and nobody else', () => {
  expect(entityOf('https://www.googletagmanager.com/gtm.js')).toBe('Google Tag Manager');
  for (const url of ['https://shop.example/', 'http://10.0.0.1/', 'data:,', '', 'https://constructor/'])
    expect(entityOf(url)).toBeNull();
});

it('says which version of the lists of bypasses it goes by', () => {
  const path = createRequire(import.meta.url).resolve('csp_evaluator/package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  expect(cspBypasses.meta.docs.thresholds).toContain(`csp_evaluator ${version};`);
});
