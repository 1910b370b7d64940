import { clampGamut, converter, formatHex } from 'culori';

import type { RenderOptions } from '../../src/formats/export-format.ts';
import type { ColorToken, ValueToken } from '../../src/formats/token.ts';

const toOklch = converter('oklch');
const toP3 = converter('p3');
const toRgb = converter('rgb');

/** A token of any CSS colour; culori converts it, not the code under test. */
export const token = (
  path: string | string[],
  css: string,
  description: string | null = null,
): ColorToken => {
  const meant = toOklch(css)!;
  const rgb = toRgb(clampGamut('rgb')(meant))!;
  const p3 = toP3(clampGamut('p3')(meant))!;
  const byte = (part: number) => Math.round(part * 255);
  return {
    path: typeof path === 'string' ? [path] : path,
    color: {
      hex: formatHex(rgb),
      rgb: { r: byte(rgb.r), g: byte(rgb.g), b: byte(rgb.b) },
      oklch: { l: meant.l, c: meant.c, h: meant.h ?? 0 },
      p3: { r: p3.r, g: p3.g, b: p3.b },
      inSrgb: [rgb.r, rgb.g, rgb.b].every((part, index) => {
        const free = toRgb(meant);
        return Math.abs(part - [free.r, free.g, free.b][index]!) < 1e-4;
      }),
      alpha: meant.alpha ?? 1,
    },
    description,
  };
};

/** Sample of a palette and a theme: plain and compound names, a shade, an opacity, a colour beyond sRGB. */
export const SAMPLE: readonly ColorToken[] = [
  token('base', '#336699', 'Steel Blue'),
  token(['base', '50'], '#eef3ff'),
  token(['base', '950'], '#04101c', 'Almost black'),
  token('onPrimary', '#ffffff'),
  token('overlay', '#ff000080'),
  token('neon', 'color(display-p3 0 1 0)', 'Beyond sRGB'),
];

/** A token of every type that isn't a colour. */
export const VALUES: readonly ValueToken[] = [
  { path: ['space'], type: 'dimension', value: { value: 8, unit: 'px' }, description: 'Small gap' },
  { path: ['gap'], type: 'dimension', value: { value: 0.5, unit: 'rem' }, description: null },
  { path: ['fast'], type: 'duration', value: { value: 200, unit: 'ms' }, description: null },
  { path: ['line'], type: 'number', value: 1.5, description: null },
  { path: ['far'], type: 'number', value: 1.5e21, description: null },
  { path: ['family'], type: 'fontFamily', value: ['Inter "}#{$x}@{y}', 'sans-serif'], description: null },
  { path: ['weight'], type: 'fontWeight', value: 'semi-bold', description: null },
  { path: ['ease'], type: 'cubicBezier', value: [0.2, 0, 0, 1], description: null },
  {
    path: ['dash'],
    type: 'strokeStyle',
    value: { dashArray: [{ value: 2, unit: 'px' }], lineCap: 'round' },
    description: null,
  },
  {
    path: ['edge'],
    type: 'border',
    value: {
      color: { colorSpace: 'srgb', components: [0.2, 0.4, 0.6], hex: '#336699' },
      width: { value: 1, unit: 'px' },
      style: 'solid',
    },
    description: null,
  },
  {
    path: ['fade'],
    type: 'transition',
    value: {
      duration: { value: 0.2, unit: 's' },
      delay: { value: 0, unit: 'ms' },
      timingFunction: [0, 0, 1, 1],
    },
    description: null,
  },
  {
    path: ['lift'],
    type: 'shadow',
    value: [1, 2].map((size) => ({
      color: { colorSpace: 'srgb', components: [0, 0, 0], alpha: 0.5, hex: '#000000' },
      offsetX: { value: 0, unit: 'px' },
      offsetY: { value: size, unit: 'px' },
      blur: { value: 4, unit: 'px' },
      spread: { value: 0, unit: 'px' },
      inset: size === 2,
    })),
    description: null,
  },
  {
    path: ['sunset'],
    type: 'gradient',
    value: [
      { color: { colorSpace: 'srgb', components: [1, 0, 0], hex: '#ff0000' }, position: 0 },
      { color: { colorSpace: 'srgb', components: [0, 0, 1], hex: '#0000ff' }, position: 1 },
    ],
    description: null,
  },
  {
    path: ['body'],
    type: 'typography',
    value: {
      fontFamily: 'Inter',
      fontSize: { value: 16, unit: 'px' },
      fontWeight: 400,
      letterSpacing: { value: 0, unit: 'px' },
      lineHeight: 1.5,
    },
    description: null,
  },
];

/** Values that a browser should read for each of them. */
export const VALUES_IN_CSS: Readonly<Record<string, string>> = {
  space: '8px',
  gap: '0.5rem',
  fast: '200ms',
  line: '1.5',
  far: '1500000000000000000000',
  family: '"Inter xy", sans-serif',
  weight: '600',
  ease: 'cubic-bezier(0.2, 0, 0, 1)',
  dash: 'dashed',
  edge: '1px solid #336699',
  fade: '0.2s cubic-bezier(0, 0, 1, 1) 0ms',
  lift: '0px 1px 4px 0px #00000080, inset 0px 2px 4px 0px #00000080',
  sunset: 'linear-gradient(#ff0000 0%, #0000ff 100%)',
  body: '400 16px/1.5 "Inter"',
};

/** Names that break naive exporters, and descriptions that try to leave their comment. */
export const NASTY: readonly ColorToken[] = [
  token('class', '#111111', '*/ } body { color: red } /*'),
  token('default', '#222222', '--> <evil/> <!--'),
  token('if', '#333333', 'line\nbreak\u2028 separator'),
  token('500', '#444444', 'ends with a backslash \\'),
  token('größe', '#555555', '`${1}` #{1} @{x}'),
  token('中文', '#666666', '//'),
  token('★', '#777777', '"; $x: 1; "'),
  token('__proto__', '#888888'),
  token('media', '#999999'),
  token('hash code', '#aaaaaa'),
  token('constructor', '#bbbbbb'),
  token('self', '#cccccc'),
  token('right\u202etfel', '#dddddd', 'turned \u202e \u2066 round'),
  token('not\ufffea character', '#eeeeee', '\ufffe\u{1ffff}'),
];

/** A name as people are shown it: `NASTY` has characters in it that can't be seen. */
export const shown = (name: string): string => name.replaceAll(/[\u202e\ufffe]/g, ' ');

export const OPTIONS: RenderOptions = { prefix: 'brand', colorSyntax: 'hex', p3: 'auto', comments: true };
