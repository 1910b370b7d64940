import Color from 'colorjs.io';
import fc from 'fast-check';
import { NAMED_COLORS } from '../../src/color/css/named-colors.ts';
import { MAX_COLOR_LENGTH, parseColor } from '../../src/color/css/parse-color.ts';
import { deltaEok } from '../../src/color/oklab.ts';
import { oklabOfOklch } from '../../src/color/oklch.ts';
import { hexOfRgb } from '../../src/color/srgb.ts';
import { rgbOfOklch } from '../../src/color/gamut.ts';

/** Each text with the sRGB colour (or any plain notation of it) that it must mean. */
const VALID: readonly (readonly [string, string])[] = [
  // hex
  ['#fff', '#ffffff'],
  ['#FFF', '#ffffff'],
  ['#000', '#000000'],
  ['#1af', '#11aaff'],
  ['#1aF8', '#11aaff88'],
  ['#0000', '#00000000'],
  ['#3366cc', '#3366cc'],
  ['#3366CC', '#3366cc'],
  ['#3366cc80', '#3366cc80'],
  ['#12345678', '#12345678'],
  ['#AbCdEf', '#abcdef'],
  ['  #3366cc  ', '#3366cc'],
  ['\t#3366cc\n', '#3366cc'],
  ['/* brand */ #3366cc', '#3366cc'],
  ['#3366cc/**/', '#3366cc'],
  // names
  ['red', '#ff0000'],
  ['RED', '#ff0000'],
  ['Red', '#ff0000'],
  ['rebeccapurple', '#663399'],
  ['RebeccaPurple', '#663399'],
  ['cornflowerblue', '#6495ed'],
  ['lightgoldenrodyellow', '#fafad2'],
  ['grey', '#808080'],
  ['gray', '#808080'],
  ['darkslategrey', '#2f4f4f'],
  ['aqua', '#00ffff'],
  ['cyan', '#00ffff'],
  ['fuchsia', '#ff00ff'],
  ['transparent', '#00000000'],
  ['Transparent', '#00000000'],
  [' tomato ', '#ff6347'],
  // rgb, comma syntax
  ['rgb(51,102,204)', '#3366cc'],
  ['rgb(51, 102, 204)', '#3366cc'],
  ['RGB(51, 102, 204)', '#3366cc'],
  ['rgb( 51 , 102 , 204 )', '#3366cc'],
  ['rgba(51, 102, 204, 1)', '#3366cc'],
  ['rgba(51, 102, 204, 0)', '#3366cc00'],
  ['rgba(51, 102, 204, 20%)', 'rgb(51 102 204 / 0.2)'],
  ['rgb(51, 102, 204, .2)', 'rgb(51 102 204 / 0.2)'],
  ['rgb(20%, 40%, 80%)', '#3366cc'],
  ['rgba(20%, 40%, 80%, 0.5)', 'rgb(51 102 204 / 0.5)'],
  ['rgb(300, -20, 204)', '#ff00cc'],
  ['rgb(120%, -5%, 0%)', '#ff0000'],
  ['rgb(51,102,204,2)', '#3366cc'],
  ['rgb(51,102,204,-1)', '#3366cc00'],
  ['rgb(5.1e1, 1.02e2, 2040e-1)', '#3366cc'],
  ['rgb(+51, +102, +204)', '#3366cc'],
  // rgb, modern syntax
  ['rgb(51 102 204)', '#3366cc'],
  ['rgb(51 102 204/50%)', 'rgb(51 102 204 / 0.5)'],
  ['rgb(51 102 204 / 0.5)', 'rgb(51 102 204 / 0.5)'],
  ['rgba(51 102 204 / .5)', 'rgb(51 102 204 / 0.5)'],
  ['rgb(20% 40% 80%)', '#3366cc'],
  ['rgb(20% 102 80%)', '#3366cc'],
  ['rgb(none 102 204)', '#0066cc'],
  ['rgb(NONE 102 204 / none)', '#0066cc00'],
  ['rgb(51/**/102/**/204)', '#3366cc'],
  ['rgb(51 /* g */ 102 204)', '#3366cc'],
  ['rgb(20%40%80%)', '#3366cc'],
  ['rgb(51+102+204)', '#3366cc'],
  ['rgb(51\n102\t204)', '#3366cc'],
  ['rgb(.5 .5 .5)', 'color(srgb 0.00196 0.00196 0.00196)'],
  ['rgb(99999999999 0 0)', '#ff0000'],
  ['rgb(1e400 0 0)', '#ff0000'],
  // hsl
  ['hsl(120, 100%, 50%)', '#00ff00'],
  ['hsl(120deg, 100%, 50%)', '#00ff00'],
  ['hsla(120, 100%, 50%, 0.5)', 'rgb(0 255 0 / 0.5)'],
  ['hsl(120 100% 50%)', '#00ff00'],
  ['hsl(120 100 50)', '#00ff00'],
  ['hsl(480 100% 50%)', '#00ff00'],
  ['hsl(-240 100% 50%)', '#00ff00'],
  ['hsl(0.33333333turn 100% 50%)', '#00ff00'],
  ['hsl(133.333333grad 100% 50%)', '#00ff00'],
  ['hsl(2.0943951rad 100% 50%)', '#00ff00'],
  ['hsl(120DEG 100% 50% / 25%)', 'rgb(0 255 0 / 0.25)'],
  ['hsl(none 0% 50%)', 'rgb(127.5 127.5 127.5)'],
  ['hsla(none none none / none)', '#00000000'],
  ['HSL(220 60% 50%)', '#3366cc'],
  ['hsl(220 -10% 50%)', 'rgb(127.5 127.5 127.5)'],
  ['hsl(0 100% 100%)', '#ffffff'],
  ['hsl(1000000deg 100% 50%)', 'hsl(280 100% 50%)'],
  // hwb
  ['hwb(220 20% 20%)', '#3366cc'],
  ['hwb(220deg 20% 20% / 50%)', 'rgb(51 102 204 / 0.5)'],
  ['hwb(220 20 20)', '#3366cc'],
  ['hwb(90 50% 50%)', 'rgb(127.5 127.5 127.5)'],
  ['hwb(90 100% 100%)', 'rgb(127.5 127.5 127.5)'],
  ['hwb(none 0% 0%)', '#ff0000'],
  ['hwb(0 150% 0%)', '#ffffff'],
  // lab and lch
  ['lab(50 40 59.5)', 'lab(50 40 59.5)'],
  ['lab(50% 40 59.5)', 'lab(50 40 59.5)'],
  ['lab(50% 32% 47.6% / .5)', 'lab(50 40 59.5 / 0.5)'],
  ['LAB(50 40 59.5)', 'lab(50 40 59.5)'],
  ['lab(none none none)', '#000000'],
  ['lab(100 0 0)', '#ffffff'],
  ['lab(150 0 0)', '#ffffff'],
  ['lab(5 10 -10)', 'lab(5 10 -10)'],
  ['lab(29.2345% 39.3825 20.0664)', 'lab(29.2345 39.3825 20.0664)'],
  ['lch(52.2345% 72.2 56.2)', 'lch(52.2345 72.2 56.2)'],
  ['lch(52 72 56deg)', 'lch(52 72 56)'],
  ['lch(52 48% 56)', 'lch(52 72 56)'],
  ['lch(52 72 .25turn / 75%)', 'lch(52 72 90 / 0.75)'],
  ['lch(52 -5 90)', 'lch(52 0 90)'],
  ['lch(50 30 none)', 'lch(50 30 0)'],
  // oklab and oklch
  ['oklab(59% 0.1 0.1)', 'oklab(0.59 0.1 0.1)'],
  ['oklab(.59 25% 25%)', 'oklab(0.59 0.1 0.1)'],
  ['oklab(0.4 0.11 0.05 / 0.3)', 'oklab(0.4 0.11 0.05 / 0.3)'],
  ['oklab(none 0 0)', '#000000'],
  ['oklab(1.5 0 0)', '#ffffff'],
  ['oklch(60% 0.15 250)', 'oklch(0.6 0.15 250)'],
  ['oklch(.6 .15 250deg)', 'oklch(0.6 0.15 250)'],
  ['oklch(0.6 37.5% 250)', 'oklch(0.6 0.15 250)'],
  ['oklch(60% 0.15 -110)', 'oklch(0.6 0.15 250)'],
  ['oklch(60% 0.15 610deg / 10%)', 'oklch(0.6 0.15 250 / 0.1)'],
  ['OkLCh(60% 0.4 150)', 'oklch(0.6 0.4 150)'],
  ['oklch(60% none 250)', 'oklch(0.6 0 0)'],
  ['oklch(0 0 0)', '#000000'],
  // color()
  ['color(srgb 0.2 0.4 0.8)', '#3366cc'],
  ['color(srgb 20% 40% 80%)', '#3366cc'],
  ['color(srgb 20% .4 80% / 50%)', 'rgb(51 102 204 / 0.5)'],
  ['color(srgb -0.2 0.4 1.2)', 'color(srgb -0.2 0.4 1.2)'],
  ['color(srgb-linear 0.1 0.2 0.3)', 'color(srgb-linear 0.1 0.2 0.3)'],
  ['color(display-p3 1 0 0)', 'color(display-p3 1 0 0)'],
  ['color(Display-P3 0.2 0.4 0.8 / 0.5)', 'color(display-p3 0.2 0.4 0.8 / 0.5)'],
  ['color(display-p3-linear 0.2 0.4 0.8)', 'color(display-p3-linear 0.2 0.4 0.8)'],
  ['color(a98-rgb 0.5 0.2 0.7)', 'color(a98-rgb 0.5 0.2 0.7)'],
  ['color(prophoto-rgb 0.5 0.2 0.7)', 'color(prophoto-rgb 0.5 0.2 0.7)'],
  ['color(prophoto-rgb 0.01 0.02 0.015)', 'color(prophoto-rgb 0.01 0.02 0.015)'],
  ['color(rec2020 0.5 0.2 0.7)', 'color(rec2020 0.5 0.2 0.7)'],
  ['color(rec2020 0.01 0.02 0.015)', 'color(rec2020 0.01 0.02 0.015)'],
  ['color(xyz 0.2 0.3 0.4)', 'color(xyz 0.2 0.3 0.4)'],
  ['color(xyz-d65 20% 30% 40%)', 'color(xyz-d65 0.2 0.3 0.4)'],
  ['color(xyz-d50 0.2 0.3 0.4)', 'color(xyz-d50 0.2 0.3 0.4)'],
  ['color(xyz none 0.3 0.4 / none)', 'color(xyz 0 0.3 0.4 / 0)'],
  ['COLOR(SRGB 1 1 1)', '#ffffff'],
];

const INVALID: readonly string[] = [
  // not a colour at all
  '',
  ' ',
  'fff',
  '3366cc',
  '00f',
  'notacolor',
  'redd',
  'dark blue',
  'red blue',
  'red;',
  'red !important',
  '"red"',
  "'#fff'",
  'url(#a)',
  '--brand',
  '#',
  '#f',
  '#ff',
  '#fffff',
  '#fffffff',
  '#fffffffff',
  '#ggg',
  '# fff',
  '#ff f',
  '##fff',
  '#-ff',
  '0xff0000',
  '255,0,0',
  '16777215',
  '50%',
  // context, calculation, relative
  'currentColor',
  'currentcolor',
  'inherit',
  'initial',
  'unset',
  'revert',
  'Canvas',
  'CanvasText',
  'LinkText',
  'ButtonFace',
  'AccentColor',
  'highlight',
  'color-mix(in oklch, red, blue)',
  'light-dark(#fff, #000)',
  'contrast-color(red)',
  'device-cmyk(0 1 1 0)',
  'rgb(from red r g b)',
  'oklch(from #fff l c h)',
  'color(from red srgb r g b)',
  'rgb(calc(1 + 2) 3 4)',
  'hsl(calc(120deg) 100% 50%)',
  'var(--brand)',
  'rgb(var(--r) 0 0)',
  'env(color)',
  'rgb(1 2 3 / calc(0.5))',
  // rgb
  'rgb()',
  'rgb(1 2)',
  'rgb(1 2 3',
  'rgb(1 2 3))',
  'rgb (1 2 3)',
  'rgb(1 2 3 4)',
  'rgb(1 2 3 / )',
  'rgb(1 2 3 / 4 5)',
  'rgb(1, 2 3)',
  'rgb(1 2, 3)',
  'rgb(1,2,3 / 0.5)',
  'rgb(1 2 3, 0.5)',
  'rgb(1,2,3,)',
  'rgb(,1,2,3)',
  'rgb(1,,2,3)',
  'rgb(none, 2, 3)',
  'rgb(1, 2, 3, none)',
  'rgb(10%, 20, 30%)',
  'rgb(1deg 2 3)',
  'rgb(1px 2 3)',
  'rgb(1. 2 3)',
  'rgb(#fff)',
  'rgb(red)',
  'rgb(a b c)',
  'rgb(NaN 0 0)',
  'rgb(infinity 0 0)',
  'rgb(1;2;3)',
  // hsl, hwb
  'hsl(120, 100, 50)',
  'hsl(120, 100%, 50)',
  'hsl(120%, 100%, 50%)',
  'hsl(50% 100% 50%)',
  'hsl(none, 100%, 50%)',
  'hsl(120em 100% 50%)',
  'hsl(120 100deg 50%)',
  'hwb(220, 20%, 20%)',
  'hwb(220 20%)',
  // the others
  'lab(50, 40, 59)',
  'lab(50deg 40 59)',
  'lch(52 72 56%)',
  'oklab(0.5 0.1)',
  'oklch(0.5, 0.1, 20)',
  'oklch(0.5 0.1 20%)',
  'oklch(0.5 0.1deg 20)',
  'color(srgb 1 0)',
  'color(srgb 1 0 0 0)',
  'color(1 0 0)',
  'color(srgb, 1, 0, 0)',
  'color(srgb 1deg 0 0)',
  'color(cmyk 0 1 1)',
  'color(--custom 1 0 0)',
  'color(hsl 120 100% 50%)',
  'ictcp(0.5 0 0)',
  'cmyk(0 1 1 0)',
  'hsv(120 100% 50%)',
  'rgb(1 2 3) rgb(4 5 6)',
  '/* only a comment */',
  '/* open #fff',
  '#fff\u0000',
  '\ud83c\udf08',
  `#fff${' '.repeat(MAX_COLOR_LENGTH)}`,
];

const parsed = (text: string) => {
  const result = parseColor(text);
  if (!result.ok) throw new Error(`${JSON.stringify(text)} ${result.reason}`);
  return result;
};

describe('parseColor', () => {
  it('has enough cases', () => {
    expect(new Set(VALID.map(([text]) => text)).size).toBeGreaterThanOrEqual(120);
    expect(new Set(INVALID).size).toBeGreaterThanOrEqual(80);
  });

  it.each(VALID)('reads %j as %s', (text, meaning) => {
    const { oklch, alpha } = parsed(text);
    const oracle = new Color(meaning);
    const [l = 0, a = 0, b = 0] = oracle.to('oklab').coords.map((value) => value ?? 0);
    expect(deltaEok(oklabOfOklch(oklch), { l: Math.min(1, Math.max(0, l)), a, b })).toBeLessThanOrEqual(
      0.0005,
    );
    expect(alpha).toBeCloseTo(oracle.alpha, 6);
  });

  it.each(INVALID)('refuses %j with a reason', (text) => {
    const result = parseColor(text);
    expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^must .{6,}/s) });
  });

  it('gives helpful reasons', () => {
    const reasonOf = (text: string) => (parseColor(text) as { reason?: string }).reason;
    expect(reasonOf('3366cc')).toContain('#3366cc');
    expect(reasonOf('fff')).toContain('#fff');
    expect(reasonOf('currentColor')).toContain('currentcolor');
    expect(reasonOf('color-mix(in oklch, red, blue)')).toContain('color-mix()');
    expect(reasonOf('rgb(calc(1) 2 3)')).toContain('calc()');
    expect(reasonOf('color(foo 1 2 3)')).toContain('display-p3');
  });

  it('gives each named colour its own 8-bit value', () => {
    expect(NAMED_COLORS.size).toBe(148);
    for (const [name, hex] of NAMED_COLORS) expect(hexOfRgb(rgbOfOklch(parsed(name).oklch))).toBe(`#${hex}`);
  });

  it('returns every 8-bit colour unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const hex = `#${value.toString(16).padStart(6, '0')}`;
        expect(hexOfRgb(rgbOfOklch(parsed(hex).oklch))).toBe(hex);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws and never hangs on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const result = parseColor(text);
        if (result.ok) expect(Number.isFinite(result.oklch.l + result.oklch.c + result.oklch.h)).toBe(true);
        else expect(result.reason).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with an independent implementation on random colours of every space', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const space = fc.constantFrom(
      'srgb',
      'display-p3',
      'a98-rgb',
      'prophoto-rgb',
      'rec2020',
      'xyz-d50',
      'xyz-d65',
    );
    fc.assert(
      fc.property(space, unit, unit, unit, (name, one, two, three) => {
        const text = `color(${name} ${one.toFixed(6)} ${two.toFixed(6)} ${three.toFixed(6)})`;
        const [l = 0, a = 0, b = 0] = new Color(text).to('oklab').coords.map((value) => value ?? 0);
        const { oklch } = parsed(text);
        if (l <= 1) expect(deltaEok(oklabOfOklch(oklch), { l, a, b })).toBeLessThan(0.0005);
        else expect(oklch.l).toBe(1);
      }),
      { numRuns: 250 },
    );
  });
});
