import type { Json } from '../../themes/theme.ts';
import type { RenderOptions } from '../export-format.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken, TokenColor } from '../token.ts';
import { decimal } from './css-value.ts';
import { visible } from './comment.ts';
import { oneLine } from '../naming/name-tokens.ts';
import { pathOf } from './references.ts';
import type { Reference } from './references.ts';
import { wantsP3 } from './native-values.ts';

/** A colour in the notation of the Design Tokens Color Module 2025.10. */
export interface DtcgColor {
  readonly colorSpace: 'srgb' | 'display-p3' | 'oklch';
  readonly components: readonly number[];
  readonly alpha: number;
  /** The sRGB colour, as a fallback for other tools. */
  readonly hex: string;
}

const round = (value: number, digits = 5): number => Number(decimal(value, digits));

/** The sRGB colour in DTCG notation; components 0–1. */
export const dtcgSrgb = ({ rgb, hex, alpha }: TokenColor): DtcgColor => ({
  colorSpace: 'srgb',
  components: [round(rgb.r / 255), round(rgb.g / 255), round(rgb.b / 255)],
  alpha: round(alpha, 4),
  hex,
});

/** A colour in the requested colour space. Hues are below 360, as the module requires. */
export const dtcgColor = (
  color: TokenColor,
  options: Pick<RenderOptions, 'colorSyntax' | 'p3'>,
): DtcgColor => {
  const srgb = dtcgSrgb(color);
  if (options.colorSyntax === 'oklch') {
    const { l, c, h } = color.oklch;
    return { ...srgb, colorSpace: 'oklch', components: [round(l), round(c), round(h, 3) % 360] };
  }
  if (!wantsP3(color, options)) return srgb;
  const { r, g, b } = color.p3;
  return { ...srgb, colorSpace: 'display-p3', components: [round(r), round(g), round(b)] };
};

/** A valid DTCG name: not empty, no leading `$`, none of `{ } .`, and nothing that can't be seen. */
export const dtcgName = (segment: string): string => {
  const name = oneLine(segment).normalize('NFC').replaceAll(/[{}.]/g, '-').replace(/^\$+/, '');
  return name === '' ? 'token' : name;
};

/** A value with the references in it renamed; null if the file lacks one of their tokens. */
const renamed = (value: Json, reference: Reference): Json | null => {
  const path = pathOf(value);
  if (path !== null) return reference(path);
  if (typeof value !== 'object' || value === null) return value;
  const items = Object.entries(value).map(([name, item]) => [name, renamed(item, reference)] as const);
  if (items.some(([, item]) => item === null)) return null;
  return Array.isArray(value) ? items.map(([, item]) => item) : Object.fromEntries(items);
};

/** `$deprecated` of a token that should no longer be used. */
const deprecation = ({ deprecated }: DesignToken, reference: Reference): { $deprecated?: string | true } => {
  if (deprecated === undefined) return {};
  const { renamedTo, reason } = deprecated;
  if (renamedTo === undefined) return { $deprecated: reason === undefined ? true : visible(reason) };
  // Without braces, because some tools resolve references even in text.
  const now = reference(renamedTo)?.slice(1, -1) ?? renamedTo.join('.');
  return { $deprecated: `Use ${now} instead.` };
};

export interface DtcgTokenOptions {
  /** @param given the colour as its owner wrote it, if that says more */
  readonly color: (color: TokenColor, given: Json | undefined) => DtcgColor | Json;
  /** Keeps `$extensions` of other tools. */
  readonly extensions?: boolean;
  readonly comments: boolean;
  readonly reference: Reference;
}

/** A DTCG token with `$type`, `$value` and any `$description`. */
export const dtcgToken = (
  token: DesignToken,
  { color, comments, extensions = false, reference }: DtcgTokenOptions,
) => {
  const alias = token.alias === undefined ? null : reference(token.alias);
  const written = !('written' in token) ? null : renamed(token.written, reference);
  const value = isColorToken(token)
    ? { $type: 'color', $value: alias ?? color(token.color, token.given) }
    : { $type: token.type, $value: alias ?? written ?? token.value };
  const own = {
    ...value,
    ...deprecation(token, reference),
    ...(extensions && token.extensions !== undefined ? { $extensions: token.extensions } : {}),
  };
  if (!comments || token.description === null) return own;
  return { ...own, $description: visible(token.description) };
};
