import { infer } from '../themes/tokens/infer-value.ts';
import type { Json } from '../themes/theme.ts';
import { tokenName } from './token-builder.ts';
import type { TokenBuilder } from './token-builder.ts';

const VAR = /^var\(\s*--([\w-]+)\s*(?:,[^]*)?\)$/;

/** A CSS value as a token's value: a literal, a reference for `var(…)`, or null. */
const valueOf = (
  text: string,
  path: readonly string[],
  nameOf: (name: string) => readonly string[],
): Json | null => {
  const referred = VAR.exec(text)?.[1];
  if (referred !== undefined) return `{${nameOf(referred).map(tokenName).join('.')}}`;
  // HSL channels, as shadcn wrote its variables.
  const channels = /^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/.test(text) ? `hsl(${text})` : text;
  return infer(channels, path) === null ? null : channels;
};

/** Adds a value in CSS notation, or says why it was left out. */
export const addCssValue = (
  builder: TokenBuilder,
  path: readonly string[],
  text: string,
  nameOf: (name: string) => readonly string[] = (name) => [name],
): void => {
  const value = valueOf(text.trim(), path, nameOf);
  if (value === null) builder.say(`${path.join('.')}: ${text.trim().slice(0, 60)} was left out.`);
  else builder.add(path, value);
};
