import type { Component } from './functions.ts';
import type { Token } from './tokenize.ts';

const isNone = (token: Token): boolean => token.kind === 'word' && token.value === 'none';

/** The value of a component, or null if the token is not allowed there. */
const readComponent = (token: Token, component: Component, allowNone: boolean): number | null => {
  if (isNone(token)) return allowNone ? 0 : null;
  if (component === 'hue') return token.kind === 'number' || token.kind === 'angle' ? token.value : null;
  if (token.kind === 'number') return component.percentOnly === true ? null : token.value;
  return token.kind === 'percentage' ? (token.value / 100) * component.full : null;
};

interface Arguments {
  readonly values: readonly [number, number, number];
  readonly alpha: number;
}

/**
 * Parses `a b c`, `a b c / alpha`, `a, b, c` or `a, b, c, alpha`, without the closing parenthesis.
 */
export const readArguments = (
  tokens: readonly Token[],
  components: readonly [Component, Component, Component],
  legacyAllowed: boolean,
): Arguments | null => {
  const legacy = legacyAllowed && tokens[1]?.kind === ',';
  const step = legacy ? 2 : 1;
  const [one, two, three] = [tokens[0], tokens[step], tokens[2 * step]];
  if (one === undefined || two === undefined || three === undefined) return null;
  if (legacy && tokens[3]?.kind !== ',') return null;
  const rest = tokens.slice(2 * step + 1);
  if (rest.length !== 0 && rest.length !== 2) return null;
  if (rest[0] !== undefined && rest[0].kind !== (legacy ? ',' : '/')) return null;
  if (legacy) {
    // In the comma syntax rgb() takes either numbers or percentages, and hsl() takes percentages.
    const kinds = new Set(
      (components[0] === 'hue' ? [two, three] : [one, two, three]).map(({ kind }) => kind),
    );
    if (kinds.size !== 1 || (components[0] === 'hue' && !kinds.has('percentage'))) return null;
  }
  const x = readComponent(one, components[0], !legacy);
  const y = readComponent(two, components[1], !legacy);
  const z = readComponent(three, components[2], !legacy);
  const alpha = rest[1] === undefined ? 1 : readComponent(rest[1], { full: 1 }, !legacy);
  return x === null || y === null || z === null || alpha === null ? null : { values: [x, y, z], alpha };
};
