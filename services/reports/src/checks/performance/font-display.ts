import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';
import { REQUEST } from './estimates.ts';
import { cssTexts } from '../../page/html/scripts-and-styles.ts';
import { count } from '../../page/quantities.ts';

/** Families of fonts whose letters are icons. “SemiCondensed” is none. */
const ICONS =
  /font-family\s*:[^;]{0,80}(?:icon(?!densed)|awesome|glyph|symbol|fontello|feather|icomoon|slick|videojs|revicons)/i;

export const fontDisplay: Check = {
  meta: {
    id: 'font-display',
    category: 'performance',
    title: 'Text shows while fonts load',
    failureTitle: 'Text is invisible while fonts load',
    importance: 'medium',
    basis: 'resources',
    docs: {
      why: 'Without font-display, text stays invisible for up to three seconds while its font loads.',
      thresholds:
        '@font-face rules in the CSS read, except fonts of icons, which show nothing readable before they load. Pass: all have font-display of swap, fallback or optional. Warn: some don’t. Not applicable without any.',
      fix: 'Add font-display: swap to each @font-face, or &display=swap to the address of a font service.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/font-display'],
    },
  },
  run({ page, artifacts }) {
    const all = cssTexts(page, artifacts).flatMap(({ source, at, css }) =>
      [...css.matchAll(/@font-face\s{0,20}\{([^{}]{0,2000})\}/gi)].map((match) => ({
        source,
        at,
        rule: match[1] ?? '',
      })),
    );
    // Fonts on the machine need no loading.
    const faces = all.filter(({ rule }) => !ICONS.test(rule) && /\burl\(/i.test(rule));
    if (faces.length === 0) return notApplicable('No @font-face rule for text was found.');
    const hiding = faces.filter(({ rule }) => !/font-display\s*:\s*(?:swap|fallback|optional)/i.test(rule));
    if (hiding.length === 0) return pass('Text shows while fonts load.', { value: 0 });
    const items = hiding.map(({ rule, source, at }) => ({
      snippet: `@font-face {${rule}}`,
      note: source,
      at,
    }));
    return warn(
      `${count(hiding.length, 'font hides', 'fonts hide')} text while loading. Add font-display: swap.`,
      {
        value: hiding.length,
        expected: '0',
        items,
        saves: { milliseconds: hiddenTime(artifacts) },
      },
    );
  },
};

/** Browsers show text in another font after this. */
const LONGEST = 3000;

/** How long text stays invisible: until the last font is there, as measured, or about. */
const hiddenTime = ({ browser }: PageArtifacts): number => {
  const fonts = (browser?.requests ?? []).filter(({ type }) => type === 'font');
  const painted = browser?.metrics.fcp ?? null;
  if (painted === null || fonts.length === 0) return REQUEST;
  return Math.min(LONGEST, Math.max(0, ...fonts.map(({ end }) => end - painted)));
};
