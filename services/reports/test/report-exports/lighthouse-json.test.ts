import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { lighthouseJson } from '../../src/report-exports/report-exports-service.ts';
import { artifactsOf, inBrowser } from '../checks/page-fixture.ts';
import { FAULTY_PAGE } from '../report-page/faulty-site.ts';

const registry = createCheckRegistry();

const exported = (language: 'en' | 'de') => {
  const artifacts = artifactsOf({ html: FAULTY_PAGE, ...inBrowser({}) });
  const run = {
    id: 1,
    reportId: 1,
    status: 'generated',
    error: null,
    httpStatus: null,
    result: null,
    score: 40,
    rulesVersion: registry.version,
    startedAt: new Date('2026-11-20T12:00:00Z'),
    finishedAt: new Date('2026-11-20T12:00:03Z'),
    audit: audit(artifacts, registry),
    facts: { ...artifacts, resources: 0, totalTransferBytes: 0 },
  } as const;
  return lighthouseJson({ url: 'https://www.example.org/' }, run, language);
};

// Fields that the renderer of Lighthouse 13 reads without checking that they exist.
it('has all that the viewer of Lighthouse reads', () => {
  const result = exported('en');
  expect(result).toMatchObject({
    lighthouseVersion: expect.stringMatching(/^13\./),
    gatherMode: 'navigation',
    requestedUrl: 'https://www.example.org/',
    finalDisplayedUrl: expect.stringMatching(/^https:/),
    fetchTime: '2026-11-20T12:00:03.000Z',
    userAgent: expect.any(String),
    environment: { networkUserAgent: expect.any(String), benchmarkIndex: expect.any(Number) },
    configSettings: {
      locale: 'en',
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      throttling: { requestLatencyMs: 562.5, downloadThroughputKbps: 1474.56, cpuSlowdownMultiplier: 4 },
      screenEmulation: { width: 412, height: 823 },
    },
    i18n: { rendererFormattedStrings: {} },
    categoryGroups: { diagnostics: { title: 'Diagnostics' } },
    timing: { total: 3000 },
  });
  const { audits, categories } = result;
  for (const { auditRefs } of Object.values(categories))
    for (const { id } of auditRefs) expect(audits[id]).toMatchObject({ id, title: expect.any(String) });
  for (const { details } of Object.values(audits))
    for (const { key } of details.headings.filter(({ key }) => key !== 'node'))
      for (const item of details.items) expect(item).toHaveProperty(key);
  // Elements have a column of their own.
  expect(audits['image-alt']?.details.headings.map(({ key }) => key)).toEqual(['node', 'snippet', 'note']);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
});

it('speaks German where it is asked to', () => {
  const { configSettings, audits } = exported('de');
  expect(configSettings.locale).toBe('de');
  expect(audits['image-alt']?.details.headings.map(({ label }) => label)).toEqual([
    'Element',
    'Fundstelle',
    'Anmerkung',
  ]);
});
