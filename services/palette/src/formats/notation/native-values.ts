import type { Json } from '../../themes/theme.ts';
import { tokenColorOfDtcg, tokenColorOfHex } from '../token.ts';
import type { ValueToken, TokenColor } from '../token.ts';
import {
  familiesOf,
  listOf,
  millisecondsOf,
  numberOf,
  pixelsOf,
  strokeOf,
  treeOf,
  weightOf,
} from './value-parts.ts';
import type { RenderOptions } from '../export-format.ts';
import { hexByte } from './css-value.ts';

/** Eight hex digits with opacity first, the notation of Android and Flutter. */
export const argb = ({ hex, alpha }: TokenColor): string => hexByte(alpha) + hex.slice(1);

/** True if a Display P3 value is written for a colour. */
export const wantsP3 = (color: TokenColor, { p3 }: Pick<RenderOptions, 'p3'>): boolean =>
  p3 === 'auto' ? !color.inSrgb : p3;

/** Kinds of members of a helper type. */
export type MemberKind =
  | 'color'
  | 'length'
  | 'fontSize'
  | 'duration'
  | 'number'
  | 'text'
  | 'flag'
  | 'weight'
  | 'texts'
  | 'lengths'
  | HelperType;

/** Types that languages lack for composite values; files declare those that they use. */
export type HelperType =
  'CubicBezier' | 'StrokeStyle' | 'Border' | 'Transition' | 'Shadow' | 'GradientStop' | 'Typography';

/** The members of the helper types, in order. */
const SHAPES: Readonly<Record<HelperType, Readonly<Record<string, MemberKind>>>> = {
  CubicBezier: { x1: 'number', y1: 'number', x2: 'number', y2: 'number' },
  StrokeStyle: { style: 'text', dash: 'lengths', lineCap: 'text' },
  Border: { color: 'color', width: 'length', style: 'StrokeStyle' },
  Transition: { duration: 'duration', delay: 'duration', curve: 'CubicBezier' },
  Shadow: {
    color: 'color',
    offsetX: 'length',
    offsetY: 'length',
    blur: 'length',
    spread: 'length',
    isInset: 'flag',
  },
  GradientStop: { color: 'color', position: 'number' },
  Typography: {
    fontFamily: 'texts',
    fontSize: 'fontSize',
    fontWeight: 'weight',
    letterSpacing: 'fontSize',
    lineHeight: 'number',
  },
};

/** How a language writes values. */
export interface NativeLanguage {
  readonly color: (color: TokenColor) => string;
  /** @param pixels what the platform calls points or dp */
  readonly length: (pixels: number) => string;
  readonly fontSize: (pixels: number) => string;
  readonly duration: (milliseconds: number) => string;
  readonly number: (value: number) => string;
  readonly weight: (weight: number) => string;
  readonly list: (items: readonly string[]) => string;
  readonly make: (type: HelperType, members: readonly (readonly [string, string])[]) => string;
  readonly declare: (type: HelperType, members: readonly (readonly [string, MemberKind])[]) => string;
}

/** A quoted text, which contains nothing that has to be escaped. */
const text = (value: string): string => `"${value}"`;

const HELPERS: Readonly<Record<string, readonly HelperType[]>> = {
  cubicBezier: ['CubicBezier'],
  strokeStyle: ['StrokeStyle'],
  border: ['StrokeStyle', 'Border'],
  transition: ['CubicBezier', 'Transition'],
  shadow: ['Shadow'],
  gradient: ['GradientStop'],
  typography: ['Typography'],
};

/** The declarations of the helper types that tokens of some types need. */
export const helperTypes = (types: ReadonlySet<string>, language: NativeLanguage): string => {
  const used = new Set([...types].flatMap((type) => HELPERS[type] ?? []));
  return [...used].map((type) => language.declare(type, Object.entries(SHAPES[type]))).join('');
};

/** Writes the values of every DTCG type but colours in a language. */
export const nativeValue = ({ type, value }: ValueToken, language: NativeLanguage): string => {
  const { length, fontSize, duration, number, weight, list, make } = language;
  const color = (given: Json | undefined): string => {
    const { hex, alpha } = treeOf(given);
    const plain = tokenColorOfHex(
      typeof hex === 'string' ? hex.toLowerCase() : '#000000',
      typeof alpha === 'number' ? alpha : 1,
    );
    const meant = tokenColorOfDtcg(given ?? null);
    return language.color(
      meant === null || meant.inSrgb ? plain : { ...meant, hex: plain.hex, rgb: plain.rgb },
    );
  };
  const curve = (given: Json | undefined): string => {
    const names = Object.keys(SHAPES.CubicBezier);
    return make(
      'CubicBezier',
      listOf(given).map((point, place) => [names[place] ?? '', number(numberOf(point))] as const),
    );
  };
  const stroke = (given: Json | undefined): string => {
    const { style, dash, lineCap } = strokeOf(given);
    return make('StrokeStyle', [
      ['style', text(style)],
      ['dash', list(dash.map(length))],
      ['lineCap', text(lineCap)],
    ]);
  };
  const families = (given: Json | undefined): string => list(familiesOf(given).map(text));
  const tree = treeOf(value);
  const writers: Readonly<Record<string, () => string>> = {
    dimension: () => length(pixelsOf(value)),
    duration: () => duration(millisecondsOf(value)),
    number: () => number(numberOf(value)),
    fontFamily: () => families(value),
    fontWeight: () => weight(weightOf(value)),
    cubicBezier: () => curve(value),
    strokeStyle: () => stroke(value),
    border: () =>
      make('Border', [
        ['color', color(tree['color'])],
        ['width', length(pixelsOf(tree['width']))],
        ['style', stroke(tree['style'])],
      ]),
    transition: () =>
      make('Transition', [
        ['duration', duration(millisecondsOf(tree['duration']))],
        ['delay', duration(millisecondsOf(tree['delay']))],
        ['curve', curve(tree['timingFunction'])],
      ]),
    shadow: () =>
      list(
        listOf(value).map((layer) => {
          const { color: shade, inset, ...lengths } = treeOf(layer);
          const sizes = ['offsetX', 'offsetY', 'blur', 'spread'] as const;
          return make('Shadow', [
            ['color', color(shade)],
            ...sizes.map((name) => [name, length(pixelsOf(lengths[name]))] as const),
            ['isInset', String(inset === true)],
          ]);
        }),
      ),
    gradient: () =>
      list(
        listOf(value).map((stop) => {
          const { color: shade, position } = treeOf(stop);
          return make('GradientStop', [
            ['color', color(shade)],
            ['position', number(numberOf(position))],
          ]);
        }),
      ),
    typography: () =>
      make('Typography', [
        ['fontFamily', families(tree['fontFamily'])],
        ['fontSize', fontSize(pixelsOf(tree['fontSize']))],
        ['fontWeight', weight(weightOf(tree['fontWeight']))],
        ['letterSpacing', fontSize(pixelsOf(tree['letterSpacing']))],
        ['lineHeight', number(numberOf(tree['lineHeight'] ?? 1))],
      ]),
  };
  return writers[type]?.() ?? '';
};
