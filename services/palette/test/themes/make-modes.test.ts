import { cases } from '@platform/testing';
import fc from 'fast-check';
import { contrastRatio } from '../../src/color/contrast-ratio.ts';
import { HARMONIES } from '../../src/color/harmonies/registry.ts';
import { rgbOfHex } from '../../src/color/color.ts';
import { makeModes, contrastWarnings } from '../../src/themes/derive-theme.ts';
import { ACCENTS } from '../../src/themes/modes/roles.ts';
import { seedsOf } from '../../src/themes/modes/seeds.ts';
import { resolverDocument } from '../../src/themes/theme-json.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import { resolverFault } from '../../src/themes/tokens/dtcg-schemas.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';

/** `THEME_RUNS=10000` for the long run. */
const numRuns = cases(Number(process.env['THEME_RUNS'] ?? 100));
const anyPalette = fc
  .record({
    value: fc.integer({ min: 0, max: 0xffffff }),
    harmony: fc.constantFrom(...HARMONIES.keys()),
    count: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ value, harmony, count }) =>
    samplePalette(`#${value.toString(16).padStart(6, '0')}`, harmony, count),
  );

describe('makeModes', () => {
  it('reaches AA on every pair, and AAA in high contrast, for any palette that it may adjust', () => {
    fc.assert(
      fc.property(anyPalette, (palette) => {
        const modes = makeModes(() => seedsOf(palette, []), { adjust: true });
        for (const mode of THEME_MODES) {
          const hexOf = new Map(modes[mode].map(({ role, color }) => [role, color.hex]));
          for (const { role, color, on } of modes[mode]) {
            if (on === null) continue;
            const ratio = contrastRatio(rgbOfHex(color.hex), rgbOfHex(hexOf.get(on.role)!));
            const text = role.startsWith('on-') || role === 'link' || role.endsWith('-text');
            const least = mode.startsWith('high-contrast') ? (text ? 7 : 4.5) : text ? 4.5 : 3;
            if (ratio < least) throw new Error(`${mode}: ${role} on ${on.role} has ${ratio}, not ${least}`);
            if (Math.abs(ratio - on.ratio) > 1e-9)
              throw new Error(`${role} reports ${on.ratio}, has ${ratio}`);
          }
        }
      }),
      { numRuns },
    );
  });

  it('pairs every accent and container, with the same roles in every mode', () => {
    const modes = makeModes(() => seedsOf(samplePalette('#3366cc', 'triadic', 3), []));
    const roles = modes.light.map(({ role }) => role);
    for (const ground of [
      'background',
      'surface',
      'surface-variant',
      ...ACCENTS,
      ...ACCENTS.map((a) => `${a}-container`),
    ])
      expect(roles).toEqual(expect.arrayContaining([ground, `on-${ground}`]));
    expect(roles).toEqual(expect.arrayContaining(['border', 'focus', 'link']));
    expect(new Set(roles).size).toBe(roles.length);
    for (const mode of THEME_MODES) expect(modes[mode].map(({ role }) => role)).toEqual(roles);
  });

  it('keeps a brand colour in every mode, and reaches AA with the colours around it', () => {
    fc.assert(
      fc.property(anyPalette, (palette) => {
        const modes = makeModes(() => seedsOf(palette, []));
        for (const mode of THEME_MODES) {
          const high = mode.startsWith('high-contrast');
          for (const { role, color, on } of modes[mode]) {
            if (role === 'primary' && color.hex !== palette.baseColor.hex)
              throw new Error(`${mode}: the brand colour became ${color.hex}`);
            if (role === 'primary' || on === null) continue;
            // Black or white reaches 4.58 on any colour, but not always 7.
            const least = role !== 'on-primary' ? on.required : high ? 4.58 : 4.5;
            if (on.ratio < least)
              throw new Error(`${mode}: ${role} on ${on.role} has ${on.ratio}, not ${least}`);
          }
        }
      }),
      { numRuns },
    );
  });

  it('warns about each pair that a kept colour breaks', () => {
    const palette = samplePalette('#ffd400', 'triadic', 3);
    const [first] = contrastWarnings(makeModes(() => seedsOf(palette, [])));
    expect(first).toBe(
      'primary on background reaches 1.37:1 in light, below 3:1. Use primary-border to outline it, and primary-text for text.',
    );
    expect(contrastWarnings(makeModes(() => seedsOf(palette, []), { adjust: true }))).toEqual([]);
  });

  it('starts from the client’s tokens that are named after a role', () => {
    const value = { colorSpace: 'srgb', components: [128 / 255, 0, 128 / 255], hex: '#800080' };
    const token = { type: 'color', value, description: null };
    const palette = samplePalette('#3366cc', 'triadic', 3);
    const primaryOf = (path: string[]) =>
      makeModes(() => seedsOf(palette, [{ ...token, path }])).light.find(({ role }) => role === 'primary')!
        .color.hex;
    expect(primaryOf(['primary'])).toBe('#800080');
    expect(primaryOf(['color', 'primary'])).toBe('#800080');
    expect(primaryOf(['button', 'primary'])).toBe('#3366cc');
  });
});

describe('resolverDocument', () => {
  it('is valid against the official schema, and its contexts contain the roles', () => {
    const palette = samplePalette('#3366cc', 'triadic', 3);
    const modes = makeModes(() => seedsOf(palette, []));
    const tokens = { brand: { $type: 'color', $value: '{palette.0}' } };
    const document = resolverDocument(
      { name: 'Brand', tokens, resolved: [], contexts: [], modes, renamed: {} },
      palette,
    );
    expect(resolverFault(document)).toBeNull();
    expect(resolverFault({ ...document, version: '1' })).toContain('version');
    expect(document).toMatchObject({
      name: 'Brand',
      version: '2025.10',
      sets: { tokens: { sources: [tokens] } },
      modifiers: {
        mode: {
          default: 'light',
          contexts: { dark: [{ role: { primary: { $value: { colorSpace: 'srgb' } } } }] },
        },
      },
    });
  });

  it('has earlier names as deprecated references', () => {
    const palette = samplePalette('#3366cc', 'triadic', 3);
    const theme = sampleTheme({ color: { brand: '#123456' } }, palette, {
      'color.old': 'color.brand',
      cta: 'action',
      action: 'primary',
    });
    const document = resolverDocument(theme, palette);
    expect(resolverFault(document)).toBeNull();
    expect(document).toMatchObject({
      sets: {
        renamed: {
          sources: [
            {
              color: { old: { $value: '{color.brand}', $deprecated: 'Use color.brand instead.' } },
              role: { cta: { $value: '{role.primary}' }, action: { $value: '{role.primary}' } },
            },
          ],
        },
      },
    });
  });
});
