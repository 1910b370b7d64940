import { infer } from '../themes/tokens/infer-value.ts';
import type { Json } from '../themes/theme.ts';
import { tokenName } from './token-builder.ts';
import type { TokenBuilder } from './token-builder.ts';

const VAR = /^var\(\s*--([^\s,()]+)\s*(?:,[^]*)?\)$/;

/** The variable that a value is: `size` for `var(--size)` and `var(--size, 4px)`. */
export const variableIn = (text: string): string | undefined => VAR.exec(text.trim())?.[1];

/** Where the comma is that ends the first argument; -1 if there is none. */
const firstComma = (text: string): number => {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] === ',' && depth === 0) return at;
  }
  return -1;
};

/** The value of each mode in `light-dark(…)` (CSS Color 5); the value itself for both otherwise. */
export const valueOfModes = (text: string): { readonly light: string; readonly dark?: string } => {
  const inside = /^light-dark\(([^]*)\)$/i.exec(text.trim())?.[1];
  const comma = inside === undefined ? -1 : firstComma(inside);
  if (inside === undefined || comma === -1) return { light: text };
  return { light: inside.slice(0, comma).trim(), dark: inside.slice(comma + 1).trim() };
};

/** A CSS value as a token's value: a literal, a reference for `var(…)`, or null. */
const valueOf = (
  text: string,
  path: readonly string[],
  nameOf: (name: string) => readonly string[],
): Json | null => {
  const referred = variableIn(text);
  if (referred !== undefined) return `{${nameOf(referred).map(tokenName).join('.')}}`;
  // HSL channels, as shadcn wrote its variables.
  const channels = /^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/.test(text) ? `hsl(${text})` : text;
  return infer(channels, path) === null ? null : channels;
};

/**
 * Adds a value in CSS notation, or says why it was left out.
 * @param mode in which the token has this value
 */
export const addCssValue = (
  builder: TokenBuilder,
  path: readonly string[],
  text: string,
  nameOf: (name: string) => readonly string[] = (name) => [name],
  mode?: string,
): void => {
  const value = valueOf(text.trim(), path, nameOf);
  const place = `${path.join('.')}${mode === undefined ? '' : ` in ${mode}`}`;
  if (value === null) builder.say(`${place}: ${text.trim().slice(0, 60)} was left out.`);
  else builder.add(path, value, mode);
};
