import type { SourceToken } from './tokens-studio-sets.ts';

/** Evaluates `+ - * /` and parentheses over numbers. Null for anything else. */
const evaluateMath = (text: string): number | null => {
  const tokens = text.match(/\d+\.?\d*|\.\d+|[-+*/()]|\S/g) ?? [];
  let at = 0;

  const factor = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '-') return -factor();
    if (token === '(') {
      const inner = sum();
      return tokens[at++] === ')' ? inner : Number.NaN;
    }
    return /^[\d.]+$/.test(token) ? Number(token) : Number.NaN;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/')
      value = tokens[at++] === '*' ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  };

  // Deep nesting would exhaust the stack.
  if (tokens.length === 0 || tokens.length > 200) return null;
  const result = sum();
  return at === tokens.length && Number.isFinite(result) ? result : null;
};

export interface Calculator {
  /** The result of `{space.base} * 2`. Null if it is no calculation, or adds different units. */
  readonly calculate: (text: string) => string | null;
  /** What a text is once its references are followed: `#ff0000` for `{red}`. */
  readonly valueOf: (text: string) => string;
}

const LONGEST_CHAIN = 32;
const REFERENCE = /\{([^{}]+)\}/g;
const WITH_UNIT = /(\d+\.?\d*|\.\d+)(px|rem|em|%)/g;

/** Long texts of many references would grow with each step. */
const LONGEST_TEXT = 2_000;

/** Calculates with numbers of at most one unit. */
const evaluate = (text: string): string | null => {
  const units = new Set<string>();
  const numbers = text.replaceAll(WITH_UNIT, (_, amount: string, unit: string) => {
    units.add(unit);
    return amount;
  });
  const [unit = ''] = units;
  const result = units.size > 1 ? null : evaluateMath(numbers);
  return result === null ? null : `${Number(result.toFixed(4))}${unit}`;
};

/** Calculates with references to other tokens; each token is calculated once. */
export const createCalculator = (tokens: ReadonlyMap<string, SourceToken>): Calculator => {
  const done = new Map<string, string | null>();

  /** What a token is once its references are followed; null if it is no text, or part of a circle. */
  const tokenValue = (path: string, depth: number): string | null => {
    const known = done.get(path);
    if (known !== undefined) return known;
    const value = tokens.get(path)?.value;
    if (typeof value === 'number') return `${value}`;
    if (typeof value !== 'string' || depth > LONGEST_CHAIN) return null;
    // A circle meets this.
    done.set(path, null);
    const result = resolve(value, depth + 1);
    done.set(path, result);
    return result;
  };
  const replace = (text: string, depth: number): string =>
    text
      .slice(0, LONGEST_TEXT)
      .replaceAll(REFERENCE, (whole, path: string) => tokenValue(path, depth) ?? whole);
  const resolve = (text: string, depth: number): string => {
    const replaced = replace(text, depth).slice(0, LONGEST_TEXT);
    return evaluate(replaced) ?? replaced;
  };
  return { calculate: (text) => evaluate(replace(text, 0)), valueOf: (text) => replace(text, 0) };
};

export const isCalculation = (value: string): boolean =>
  /[-+*/]/.test(value.replaceAll(/\{[^{}]*\}/g, '1')) &&
  /^[\d\s+*/().{}\w%-]+$/.test(value) &&
  /\s[-+*/]\s|\d\s*[*/]/.test(value);
