import { clampGamut, converter, formatHex } from 'culori';

import type { RenderOptions } from '../../src/formats/export-format.ts';
import type { ColorToken } from '../../src/formats/token.ts';

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

/** What a palette and a theme give: plain and compound names, a shade, an opacity, a colour beyond sRGB. */
export const SAMPLE: readonly ColorToken[] = [
  token('base', '#336699', 'Steel Blue'),
  token(['base', '50'], '#eef3ff'),
  token(['base', '950'], '#04101c', 'Almost black'),
  token('onPrimary', '#ffffff'),
  token('overlay', '#ff000080'),
  token('neon', 'color(display-p3 0 1 0)', 'Beyond sRGB'),
];

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
];

export const OPTIONS: RenderOptions = { prefix: 'brand', colorSyntax: 'hex', p3: 'auto', comments: true };
