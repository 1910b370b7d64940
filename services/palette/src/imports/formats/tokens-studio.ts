import type { ImportFormat } from '../import-format.ts';
import { evaluateMath } from '../math.ts';
import { readObject } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';
import type { TokenBuilder } from '../token-builder.ts';
import { dtcgType } from './style-dictionary.ts';
import type { SourceToken } from './tokens-studio-sets.ts';
import { setsOf, list } from './tokens-studio-sets.ts';

/** References replaced by numbers and evaluated: `{space.base} * 2`. Null if it is no calculation. */
const calculate = (text: string, tokens: ReadonlyMap<string, SourceToken>, depth = 0): string | null => {
  if (depth > 20) return null;
  let unit = '';
  const replaced = text.replaceAll(/\{([^{}]+)\}/g, (whole, path: string) => {
    const found = tokens.get(path)?.value;
    const plain = typeof found === 'string' ? (calculate(found, tokens, depth + 1) ?? found) : found;
    return typeof plain === 'string' || typeof plain === 'number' ? `${plain}` : whole;
  });
  const numbers = replaced.replaceAll(
    /(\d+\.?\d*|\.\d+)(px|rem|em|%)/g,
    (_, amount: string, found: string) => {
      unit = found;
      return amount;
    },
  );
  const result = evaluateMath(numbers);
  return result === null ? null : `${Number(result.toFixed(4))}${unit}`;
};

const isCalculation = (value: string): boolean =>
  /[-+*/]/.test(value.replaceAll(/\{[^{}]*\}/g, '1')) &&
  /^[\d\s+*/().{}\w%-]+$/.test(value) &&
  /\s[-+*/]\s|\d\s*[*/]/.test(value);

const addToken = (builder: TokenBuilder, token: SourceToken, all: ReadonlyMap<string, SourceToken>): void => {
  const { path, value, description } = token;
  const type = dtcgType(token.type);
  const place = path.join('.');
  if (typeof value !== 'string' && typeof value !== 'number') {
    builder.say(`${place} has a composite value and was left out.`);
    return;
  }
  const computed = typeof value === 'string' && isCalculation(value) ? calculate(value, all) : null;
  if (computed !== null) builder.say(`${place}: ${String(value)} was calculated: ${computed}.`);
  const plain = computed ?? value;
  // A number of pixels needs no unit in Tokens Studio.
  const isBare = typeof plain === 'string' && /^-?[\d.]+$/.test(plain);
  const $value = isBare && type === 'dimension' ? `${plain}px` : plain;
  builder.add(path, {
    ...(type === undefined ? {} : { $type: type }),
    $value,
    ...(typeof description === 'string' && description !== '' ? { $description: description } : {}),
  });
};

/** Tokens Studio: sets joined in order, as the first of `$themes` enables them, with calculations. */
export const tokensStudio: ImportFormat = {
  id: 'tokens-studio',
  title: 'Tokens Studio',
  content: 'object',
  read: (content) => {
    const builder = createTokenBuilder();
    const root = readObject(content);
    const hasSets = root['$themes'] !== undefined || root['$metadata'] !== undefined;
    const sets = hasSets ? setsOf(root, builder) : [root];
    // A later set overrides an earlier one.
    const tokens = new Map(sets.flatMap((set) => list(set)).map((token) => [token.path.join('.'), token]));
    for (const token of tokens.values()) addToken(builder, token, tokens);
    return builder.build();
  },
};
