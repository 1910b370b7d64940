import type { Json } from '../../themes/theme.ts';
import { withoutNoise } from '../css-math.ts';

/** A token as a set of Tokens Studio holds it. */
export interface SourceToken {
  readonly path: readonly string[];
  readonly value: Json;
  readonly type: Json | undefined;
  readonly description: Json | undefined;
  readonly extensions: Json | undefined;
  readonly deprecated: string | boolean | undefined;
}

/** Functions of calculations, as Tokens Studio has them. */
const FUNCTIONS: ReadonlyMap<string, (...values: number[]) => number> = new Map([
  ['abs', Math.abs],
  ['ceil', Math.ceil],
  ['floor', Math.floor],
  ['max', Math.max],
  ['min', Math.min],
  ['pow', (value, exponent = Number.NaN) => value ** exponent],
  ['round', Math.round],
  ['roundTo', (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits],
  ['sqrt', Math.sqrt],
  ['trunc', Math.trunc],
]);

/** Evaluates `+ - * / % ^`, functions and parentheses over numbers. Null for anything else. */
export const evaluateMath = (text: string): number | null => {
  const tokens = text.match(/\d+\.?\d*|\.\d+|[a-z]+|[-+*/%^(),]|\S/gi) ?? [];
  let at = 0;

  const argumentsOf = (): number[] => {
    const values = [sum()];
    while (tokens[at] === ',') {
      at += 1;
      values.push(sum());
    }
    return tokens[at++] === ')' ? values : [];
  };
  const atom = (): number => {
    const token = tokens[at++] ?? '';
    const called = FUNCTIONS.get(token);
    if (called !== undefined) {
      const values = tokens[at++] === '(' ? argumentsOf() : [];
      return values.length === 0 ? Number.NaN : called(...values);
    }
    if (token === '(') {
      const inner = sum();
      return tokens[at++] === ')' ? inner : Number.NaN;
    }
    return /^[\d.]+$/.test(token) ? Number(token) : Number.NaN;
  };
  const factor = (): number => {
    if (tokens[at] === '-') {
      at += 1;
      return -factor();
    }
    const value = atom();
    if (tokens[at] !== '^') return value;
    at += 1;
    return value ** factor();
  };
  const product = (): number => {
    let value = factor();
    for (let sign = tokens[at]; sign === '*' || sign === '/' || sign === '%'; sign = tokens[at]) {
      at += 1;
      const other = factor();
      value = sign === '*' ? value * other : sign === '/' ? value / other : value % other;
    }
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
  /** Returns the result of `{space.base} * 2`; null if it isn't a calculation, or adds different units. */
  readonly calculate: (text: string) => string | null;
  /** Returns a text with its references followed: `#ff0000` for `{red}`. */
  readonly valueOf: (text: string) => string;
}

const LONGEST_CHAIN = 32;
const REFERENCE = /\{([^{}]+)\}/g;
const WITH_UNIT = /(\d+(?:\.\d*)?|\.\d+)(px|rem|em|%)/g;

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
  return result === null ? null : `${withoutNoise(result, 4)}${unit}`;
};

/** Calculates with references to other tokens; each token is calculated once. */
export const createCalculator = (tokens: ReadonlyMap<string, SourceToken>): Calculator => {
  const done = new Map<string, string | null>();

  /** Returns a token with its references followed; null if it isn't text, or is part of a circle. */
  const tokenValue = (path: string, depth: number): string | null => {
    const known = done.get(path);
    if (known !== undefined) return known;
    const value = tokens.get(path)?.value;
    if (typeof value === 'number') return `${value}`;
    if (typeof value !== 'string' || depth > LONGEST_CHAIN) return null;
    // A circular reference finds this.
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

/** True if a text is to be calculated: numbers and references with an operator between, or a function of them. */
export const isCalculation = (value: string): boolean => {
  const plain = value.replaceAll(REFERENCE, '1');
  if (!/^[\d\s+*/%^().,a-z-]+$/i.test(plain)) return false;
  const words = plain.match(/[a-z]+/gi) ?? [];
  if (words.some((word) => !FUNCTIONS.has(word) && !/^(?:px|rem|em)$/.test(word))) return false;
  const isDifference = value.includes('{') && /[\d)]-[\d(]/.test(plain);
  return isDifference || /[\d)%a-z]\s*[*/^+]\s*[-\d(.a-z]|\s[-+%]\s|[a-z]\(/i.test(plain);
};
