import type { RenderOutcome } from '../../src/browser/browser-host.ts';
import { stripOf, covered, scriptCoverage } from '../../src/browser/record-page.ts';
import type { RenderOptions } from '../../src/browser/render-page.ts';
import { medianMetrics, renderSeveral } from '../../src/generation/several-renderings.ts';
import { parseTarget, targetOf } from '../../src/generation/target.ts';
import { inBrowser } from '../checks/page-fixture.ts';

type Metrics = ReturnType<typeof inBrowser>['browser']['metrics'];

const outcome = (
  metrics: Partial<Metrics>,
  state: 'complete' | 'partial' | 'failed' = 'complete',
): RenderOutcome => ({
  page:
    state === 'failed'
      ? null
      : {
          html: `<title>${String(metrics.lcp)}</title>`,
          facts: inBrowser({ metrics }).browser,
          screenshots: [{ device: 'desktop', image: Buffer.from(String(metrics.lcp)) }],
          partial: state === 'partial' ? 'load' : null,
          pending: [],
          benchmarkIndex: 1000,
        },
  rendering: {
    state,
    reason: state === 'complete' ? null : state === 'partial' ? 'load' : 'timeout',
    pending: [],
    benchmarkIndex: 1000,
    attempts: 1,
  },
});

/** Renders what it is given, one after the other, and notes how it was asked to. */
const rendererOf = (...outcomes: RenderOutcome[]) => {
  const asked: RenderOptions[] = [];
  const render = (options: RenderOptions): Promise<RenderOutcome> => {
    asked.push(options);
    return Promise.resolve(outcomes[asked.length - 1] ?? outcome({}, 'failed'));
  };
  return { asked, render };
};

it('takes the median of each metric, and the page nearest to them', async () => {
  const { asked, render } = rendererOf(
    outcome({ lcp: 3000, tbt: 10 }),
    outcome({ lcp: 1100, tbt: 400 }),
    outcome({ lcp: 1000, tbt: 20 }),
  );
  const { page } = await renderSeveral(render, { passes: 3, desktop: false });
  expect(asked).toEqual([{ details: true }, { details: true }, { details: true }]);
  expect(page?.facts.metrics).toMatchObject({ lcp: 1100, tbt: 20 });
  expect(page?.facts.samples?.map(({ lcp }) => lcp)).toEqual([3000, 1100, 1000]);
  expect(page?.html).toBe('<title>1000</title>');
});

it('leaves a single run as it is', async () => {
  const { asked, render } = rendererOf(outcome({ lcp: 900 }));
  const { page } = await renderSeveral(render, { passes: 1, desktop: false });
  expect(asked).toHaveLength(1);
  expect(page?.facts).not.toHaveProperty('samples');
  expect(page?.facts).not.toHaveProperty('desktop');
});

it('counts complete runs only, as long as there is one', async () => {
  const { render } = rendererOf(
    outcome({ lcp: 9000 }, 'partial'),
    outcome({}, 'failed'),
    outcome({ lcp: 1200 }),
  );
  const { page, rendering } = await renderSeveral(render, { passes: 3, desktop: false });
  expect(rendering.state).toBe('complete');
  expect(page?.facts.metrics.lcp).toBe(1200);
  const failing = rendererOf(outcome({}, 'failed'), outcome({ lcp: 8000 }, 'partial'), outcome({}, 'failed'));
  expect((await renderSeveral(failing.render, { passes: 3, desktop: false })).page?.facts.metrics.lcp).toBe(
    8000,
  );
  const none = await renderSeveral(rendererOf().render, { passes: 5, desktop: true });
  expect(none).toMatchObject({ page: null, rendering: { state: 'failed' } });
});

it('begins no run once its time is up, and none where there is no browser', async () => {
  let time = 0;
  const { asked, render } = rendererOf(...Array.from({ length: 5 }, (_, index) => outcome({ lcp: index })));
  await renderSeveral(render, { passes: 5, desktop: false }, () => (time += 50_000));
  expect(asked).toHaveLength(3);
  const hopeless = outcome({}, 'failed');
  const missing = rendererOf({ ...hopeless, rendering: { ...hopeless.rendering, reason: 'no_browser' } });
  await renderSeveral(missing.render, { passes: 5, desktop: true });
  expect(missing.asked).toHaveLength(1);
});

it('measures a desktop once, and takes its picture from there', async () => {
  const { asked, render } = rendererOf(outcome({ lcp: 2000 }), outcome({ lcp: 500 }));
  const { page } = await renderSeveral(render, { passes: 1, desktop: true });
  expect(asked).toEqual([{ details: true }, { device: 'desktop' }]);
  expect(page?.facts.metrics.lcp).toBe(2000);
  expect(page?.facts.desktop?.lcp).toBe(500);
  expect(page?.screenshots.map(({ image }) => String(image))).toEqual(['500']);
  const failed = rendererOf(outcome({ lcp: 2000 }), outcome({}, 'failed'));
  const without = await renderSeveral(failed.render, { passes: 1, desktop: true });
  expect(without.page?.facts.desktop).toBeNull();
  expect(without.page?.screenshots).toHaveLength(1);
});

it('has no median of what was never measured', () => {
  const { metrics } = inBrowser({ metrics: { lcp: null } }).browser;
  expect(medianMetrics([metrics, metrics]).lcp).toBeNull();
});

it('tells generations apart by how the page is rendered', () => {
  const report = { url: 'https://a.example/', pageKey: 'k', credentials: null, render: true };
  for (const passes of [1, 3, 5])
    for (const desktop of [false, true]) {
      const target = targetOf({ ...report, passes, desktop });
      expect(parseTarget(target)).toEqual({
        url: report.url,
        render: true,
        renderings: { passes, desktop },
        isOwn: false,
      });
    }
  // As earlier versions write it.
  expect(targetOf({ ...report, passes: 1, desktop: false })).toBe('https://a.example/ render');
  expect(parseTarget('https://a.example/ render own=0123456789abcdef')).toMatchObject({
    isOwn: true,
    render: true,
  });
});

describe('coverage', () => {
  const span = (startOffset: number, endOffset: number, count = 0) => ({ startOffset, endOffset, count });

  it('counts what spans cover once, however they overlap', () => {
    expect(covered([])).toBe(0);
    expect(covered([span(0, 10), span(5, 20), span(6, 7), span(30, 40)])).toBe(30);
  });

  it('finds the functions that never ran', () => {
    const url = 'https://a.example/a.js';
    const script = (...spans: ReturnType<typeof span>[]) => ({
      url,
      functions: spans.map((one) => ({ ranges: [one] })),
    });
    // One within another that never ran is part of it.
    const once = script(span(0, 100, 1), span(10, 60), span(20, 30), span(70, 80, 4));
    expect(scriptCoverage([once])).toEqual([{ url, type: 'script', length: 100, unused: 50 }]);
    // Rules that another frame uses count as used.
    const twice = scriptCoverage([once, script(span(0, 100, 1))]);
    expect(twice).toEqual([{ url, type: 'script', length: 100, unused: 0 }]);
    expect(scriptCoverage([{ url, functions: [] }])).toEqual([]);
  });
});

it('shows at even steps what was painted last', () => {
  const frames = [{ at: 100 }, { at: 420 }, { at: 800 }];
  expect(stripOf(frames, 0).map(({ at, frame }) => [at, frame?.at ?? null])).toEqual([
    [100, 100],
    [200, 100],
    [300, 100],
    [400, 100],
    [500, 420],
    [600, 420],
    [700, 420],
    [800, 800],
  ]);
  expect(stripOf([{ at: 900 }], 1600)[0]).toEqual({ at: 200, frame: null });
  expect(stripOf([], 1000)).toEqual([]);
});
