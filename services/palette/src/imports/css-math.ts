/** A number of CSS with its unit, and the power of that, which only a result in between may have. */
interface Quantity {
  readonly value: number;
  readonly unit: string;
  readonly power: number;
}

/** Units that are multiples of another (CSS Values 4, §6.2 and §7). */
const MULTIPLES = new Map<string, readonly [unit: string, times: number]>([
  ['in', ['px', 96]],
  ['cm', ['px', 96 / 2.54]],
  ['mm', ['px', 9.6 / 2.54]],
  ['q', ['px', 2.4 / 2.54]],
  ['pt', ['px', 4 / 3]],
  ['pc', ['px', 16]],
  ['s', ['ms', 1_000]],
  ['turn', ['deg', 360]],
  ['grad', ['deg', 0.9]],
  ['rad', ['deg', 180 / Math.PI]],
]);
const OTHER_UNITS = new Set(['px', 'rem', 'em', 'ms', 'deg', '%']);
/** Zero of one is zero of another. */
const LENGTHS = new Set(['px', 'rem', 'em']);

const CONSTANTS = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
]);

/** Thrown for what is no calculation, or has no result without a page. */
class NoResult extends Error {}

const fail = (): never => {
  throw new NoResult();
};

const numberOf = (value: number): Quantity => ({ value, unit: '', power: 0 });
const inBase = (given: Quantity): Quantity => {
  const [unit = given.unit, times = 1] = MULTIPLES.get(given.unit) ?? [];
  return { ...given, unit, value: given.value * times ** given.power };
};

/** Quantities of one type in one unit. */
const aligned = (given: readonly Quantity[]): readonly Quantity[] => {
  const isOne = (all: readonly Quantity[]): boolean =>
    all.every(({ unit, power }) => unit === all[0]?.unit && power === all[0].power);
  if (isOne(given)) return given;
  const based = given.map(inBase);
  if (isOne(based)) return based;
  const areLengths = based.every(({ unit, power }) => LENGTHS.has(unit) && power === 1);
  const [main, ...others] = new Set(based.filter(({ value }) => value !== 0).map(({ unit }) => unit));
  if (!areLengths || main === undefined || others.length > 0) return fail();
  return based.map((one) => ({ ...one, unit: main }));
};

const only = (given: readonly Quantity[], count: number): readonly Quantity[] =>
  given.length === count ? given : fail();
const plain = (given: Quantity | undefined): number =>
  given === undefined || given.power !== 0 ? fail() : given.value;
/** The angle in radians; a number counts them. */
const angle = (given: Quantity | undefined): number => {
  if (given === undefined) return fail();
  const { unit, value } = inBase(given);
  return unit === 'deg' ? (value * Math.PI) / 180 : plain(given);
};
/** A function of quantities of one type, with a result of that type. */
const same =
  (run: (...values: number[]) => number, counts: readonly number[] = []) =>
  (...given: Quantity[]): Quantity => {
    if (given.length === 0 || (counts.length > 0 && !counts.includes(given.length))) return fail();
    const all = aligned(given);
    const [{ unit, power } = fail()] = all;
    return { value: run(...all.map(({ value }) => value)), unit, power };
  };
const ofNumbers =
  (run: (...values: number[]) => number, least: number, most = least) =>
  (...given: Quantity[]): Quantity =>
    given.length < least || given.length > most ? fail() : numberOf(run(...given.map(plain)));
const ofAngle =
  (run: (radians: number) => number) =>
  (...given: Quantity[]): Quantity =>
    numberOf(run(angle(only(given, 1)[0])));
const toAngle = (radians: number): Quantity => ({ value: (radians * 180) / Math.PI, unit: 'deg', power: 1 });

/** Rounds halves up. */
const nearest = (value: number): number => Math.floor(value + 0.5);
const STRATEGIES = new Map([
  ['nearest', nearest],
  ['up', Math.ceil],
  ['down', Math.floor],
  ['to-zero', Math.trunc],
]);

/** Mathematical functions (CSS Values 4, §10), but for those whose arguments may be words. */
const FUNCTIONS: Readonly<Record<string, (...given: Quantity[]) => Quantity>> = {
  calc: (...given) => only(given, 1)[0] ?? fail(),
  min: same(Math.min),
  max: same(Math.max),
  mod: same((value, by) => value - by * Math.floor(value / by), [2]),
  rem: same((value, by) => value % by, [2]),
  abs: same(Math.abs, [1]),
  hypot: same(Math.hypot),
  sign: (...given) => numberOf(Math.sign(only(given, 1)[0]?.value ?? 0)),
  sqrt: ofNumbers(Math.sqrt, 1),
  pow: ofNumbers((value, exponent) => value ** exponent, 2),
  exp: ofNumbers(Math.exp, 1),
  log: ofNumbers((value, base = Math.E) => Math.log(value) / Math.log(base), 1, 2),
  sin: ofAngle(Math.sin),
  cos: ofAngle(Math.cos),
  tan: ofAngle(Math.tan),
  asin: (...given) => toAngle(Math.asin(plain(only(given, 1)[0]))),
  acos: (...given) => toAngle(Math.acos(plain(only(given, 1)[0]))),
  atan: (...given) => toAngle(Math.atan(plain(only(given, 1)[0]))),
  atan2: (...given) => {
    const [y, x] = aligned(only(given, 2));
    return toAngle(Math.atan2(y?.value ?? 0, x?.value ?? 0));
  },
};

const TOKEN =
  /\s+|([+-]?(?:\d+\.\d+|\d+|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?|(-?[a-z][\w-]*)\(|-?[a-z][\w-]*|[-+*/(),]/iy;
/** Deep nesting would exhaust the stack. */
const MOST_TOKENS = 400;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [token] = TOKEN.exec(text) ?? fail();
    tokens.push(/^\s/.test(token) ? ' ' : token.toLowerCase());
    if (tokens.length > MOST_TOKENS) return fail();
  }
  return tokens;
};

/** Reads a calculation as CSS does: spaces around `+` and `-`, and one type on both sides of them. */
const evaluate = (text: string, names: ReadonlyMap<string, number>): Quantity => {
  const tokens = tokensOf(text);
  let at = 0;
  const skip = (): void => {
    while (tokens[at] === ' ') at += 1;
  };
  const next = (): string => {
    skip();
    return tokens[at] ?? '';
  };
  const close = <Result>(result: Result): Result => {
    if (next() !== ')') return fail();
    at += 1;
    return result;
  };
  const word = (): string | undefined => {
    const found = /^[a-z-]+$/.exec(next())?.[0];
    const after = tokens.slice(at + 1).find((token) => token !== ' ');
    return found !== undefined && (after === ',' || after === ')') ? found : undefined;
  };
  const list = (): Quantity[] => {
    const values = [sum()];
    while (next() === ',') {
      at += 1;
      values.push(sum());
    }
    return values;
  };
  const round = (): Quantity => {
    const strategy = STRATEGIES.get(word() ?? '');
    if (strategy !== undefined) {
      at += 1;
      if (next() !== ',') return fail();
      at += 1;
    }
    const given = list();
    const [one, by = one?.power === 0 ? numberOf(1) : fail()] = given;
    if (one === undefined || given.length > 2) return fail();
    return same((value, step) => (strategy ?? nearest)(value / step) * step)(one, by);
  };
  const clamp = (): Quantity => {
    const parts: (Quantity | undefined)[] = [];
    for (const place of [0, 1, 2]) {
      if (place > 0 && tokens[at++] !== ',') return fail();
      if (place !== 1 && word() === 'none') {
        at += 1;
        parts.push(undefined);
      } else parts.push(sum());
      skip();
    }
    const [least, middle, most] = parts;
    const upper = most === undefined ? middle : same(Math.min)(middle ?? fail(), most);
    return least === undefined ? (upper ?? fail()) : same(Math.max)(upper ?? fail(), least);
  };
  const atom = (): Quantity => {
    const token = next();
    at += 1;
    if (token === '(') return close(sum());
    if (token.endsWith('(')) {
      const name = token.slice(0, -1);
      if (name === 'round') return close(round());
      if (name === 'clamp') return close(clamp());
      const called = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
      return called === undefined ? fail() : close(called(...list()));
    }
    const [, amount, unit = ''] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)$/.exec(token) ?? [];
    if (amount === undefined) return numberOf(names.get(token) ?? CONSTANTS.get(token) ?? fail());
    if (unit !== '' && !OTHER_UNITS.has(unit) && !MULTIPLES.has(unit)) return fail();
    return { value: Number(amount), unit, power: unit === '' ? 0 : 1 };
  };
  const product = (): Quantity => {
    let result = atom();
    for (let sign = next(); sign === '*' || sign === '/'; sign = next()) {
      at += 1;
      const other = atom();
      const [one = fail(), by = fail()] =
        result.power === 0 || other.power === 0 ? [result, other] : aligned([result, other]);
      const power = sign === '*' ? one.power + by.power : one.power - by.power;
      const value = sign === '*' ? one.value * by.value : one.value / by.value;
      result = { value, power, unit: power === 0 ? '' : one.unit || by.unit };
    }
    return result;
  };
  const sum = (): Quantity => {
    let result = product();
    for (let sign = next(); sign === '+' || sign === '-'; sign = next()) {
      if (tokens[at - 1] !== ' ' || tokens[at + 1] !== ' ') return fail();
      at += 1;
      const other = product();
      result = same((one, two) => (sign === '+' ? one + two : one - two))(result, other);
    }
    return result;
  };
  const result = atom();
  return next() === '' && at >= tokens.length ? result : fail();
};

/**
 * The result of a calculation of CSS (CSS Values 4, §10); null for what isn't one, or depends on a page,
 * such as the sum of `1px` and `1rem`.
 * @param names numbers that words stand for
 */
export const evaluateCss = (
  text: string,
  names: ReadonlyMap<string, number> = new Map(),
): { readonly value: number; readonly unit: string } | null => {
  try {
    const result = evaluate(text, names);
    if (Number.isNaN(result.value) || (result.power !== 0 && result.power !== 1)) return null;
    const isKept = result.unit === 's' || !MULTIPLES.has(result.unit);
    const { value, unit } = isKept ? result : inBase(result);
    return { value, unit };
  } catch (fault) {
    if (fault instanceof NoResult) return null;
    throw fault;
  }
};

/** Without the noise of calculations: with some decimals, or as many digits where these would be zeros. */
export const withoutNoise = (value: number, decimals = 6): number => {
  const size = Math.abs(value);
  if (size < 1e-12) return 0;
  return Number(size < 1e-3 ? value.toPrecision(6) : value.toFixed(decimals));
};
