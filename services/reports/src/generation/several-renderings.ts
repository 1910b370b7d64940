import type { RenderOutcome } from '../browser/browser-host.ts';
import type { RenderOptions } from '../browser/render-page.ts';
import type { BrowserMetrics } from '../page/browser-facts.ts';

/** How often a page is rendered for one result, and on what. */
export interface Renderings {
  readonly passes: number;
  readonly desktop: boolean;
}

type Render = (options: RenderOptions) => Promise<RenderOutcome>;

/** No further rendering begins after this time; what there is by then counts. */
const LONGEST_MILLISECONDS = 120_000;

const NAMES = ['lcp', 'cls', 'tbt', 'fcp', 'ttfb'] as const;

/** The value in the middle, the lower of two; null where nothing was measured. */
const median = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known[Math.floor((known.length - 1) / 2)] ?? null;
};

/** The median of each metric. */
export const medianMetrics = (samples: readonly BrowserMetrics[]): BrowserMetrics => {
  const of = (name: (typeof NAMES)[number]) => median(samples.map((sample) => sample[name]));
  return { lcp: of('lcp'), cls: of('cls'), tbt: of('tbt'), fcp: of('fcp'), ttfb: of('ttfb') };
};

/** How far a rendering is from the median, each metric as a share of its own. */
const distance = (sample: BrowserMetrics, middle: BrowserMetrics): number =>
  NAMES.reduce((sum, name) => {
    const [value, expected] = [sample[name], middle[name]];
    if (value === null || expected === null) return sum;
    return sum + Math.abs(value - expected) / Math.max(expected, name === 'cls' ? 0.01 : 1);
  }, 0);

/**
 * Of several renderings, the one nearest to the median of all, with the medians for its metrics. One
 * that is only partial, or failed, counts where there is no other.
 */
export const medianOutcome = (outcomes: readonly RenderOutcome[]): RenderOutcome | undefined => {
  const complete = outcomes.filter(({ rendering }) => rendering.state === 'complete');
  const usable = complete.length > 0 ? complete : outcomes.filter(({ page }) => page !== null);
  const pages = usable.flatMap(({ page }) => page ?? []);
  const samples = pages.map(({ facts }) => facts.metrics);
  const metrics = medianMetrics(samples);
  const [nearest] = usable.toSorted(
    (a, b) =>
      distance(a.page?.facts.metrics ?? metrics, metrics) -
      distance(b.page?.facts.metrics ?? metrics, metrics),
  );
  if (!nearest?.page) return outcomes.at(-1);
  if (outcomes.length === 1) return nearest;
  const { page } = nearest;
  return { ...nearest, page: { ...page, facts: { ...page.facts, metrics, samples } } };
};

/** Renders a page as often as asked, one after the other, and on a desktop where that is wanted. */
export const renderSeveral = async (
  render: Render,
  { passes, desktop }: Renderings,
  now: () => number = () => performance.now(),
): Promise<RenderOutcome> => {
  const begin = now();
  const first = await render({ details: true });
  const outcomes = [first];
  // A browser that isn't there won't be there a second later.
  const isHopeless = first.rendering.reason === 'no_browser';
  while (!isHopeless && outcomes.length < passes && now() - begin < LONGEST_MILLISECONDS)
    outcomes.push(await render({ details: true }));
  const outcome = medianOutcome(outcomes) ?? first;
  if (!desktop || outcome.page === null) return outcome;
  const large = await render({ device: 'desktop' });
  // A renderer of an earlier version knows phones only.
  const picture = large.page?.screenshots.some(({ device }) => device === 'phone')
    ? undefined
    : large.page?.screenshots.find(({ device }) => device === 'desktop');
  const { page } = outcome;
  const metrics = picture === undefined ? null : (large.page?.facts.metrics ?? null);
  return {
    ...outcome,
    page: {
      ...page,
      facts: { ...page.facts, desktop: metrics },
      screenshots: picture
        ? [picture, ...page.screenshots.filter(({ device }) => device !== 'desktop')]
        : page.screenshots,
    },
  };
};
