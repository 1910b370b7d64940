import { tokenFault } from '../../themes/tokens/dtcg-schemas.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';
import type { TokenBuilder } from '../token-builder.ts';
import { fontWeight, readComposite } from '../composite-value.ts';
import { dtcgType } from './style-dictionary.ts';
import { createCalculator, isCalculation } from './tokens-studio-math.ts';
import type { Calculator } from './tokens-studio-math.ts';
import { readModifiedColor } from './tokens-studio-colors.ts';
import type { SourceToken } from './tokens-studio-sets.ts';
import { setsOf, list } from './tokens-studio-sets.ts';

/** A value as its DTCG type writes it, where Tokens Studio has another notation. */
const inNotation = (value: string | number, type: string | undefined): string | number => {
  // A number of pixels needs no unit in Tokens Studio.
  if (type === 'dimension' && typeof value === 'string' && /^-?[\d.]+$/.test(value)) return `${value}px`;
  if (type !== 'fontWeight') return value;
  const weight = fontWeight(value);
  const isKnown = tokenFault({ $type: type, $value: weight }) === null;
  return isKnown && (typeof weight === 'string' || typeof weight === 'number') ? weight : value;
};

const addToken = (builder: TokenBuilder, token: SourceToken, { calculate, valueOf }: Calculator): void => {
  const { path, value, description } = token;
  const place = path.join('.');
  const note = typeof description === 'string' && description !== '' ? { $description: description } : {};
  if (typeof value !== 'string' && typeof value !== 'number') {
    const read = readComposite(token.type, value);
    if (!read.ok) {
      builder.say(`${place} has a composite value and was left out: ${read.reason}.`);
      return;
    }
    if (read.lost.length > 0) builder.say(`${place}: ${read.lost.join(', ')} were left out.`);
    builder.add(path, { $type: read.type, $value: read.value, ...note });
    return;
  }
  const color = readModifiedColor(token, valueOf);
  if (color?.ok === false) {
    builder.say(`${place} was left out: ${color.reason}.`);
    return;
  }
  if (color?.ok) builder.say(`${place}: ${color.written} was calculated: ${color.value}.`);
  const type = dtcgType(token.type);
  const computed = typeof value === 'string' && isCalculation(value) ? calculate(value) : null;
  if (computed !== null) builder.say(`${place}: ${String(value)} was calculated: ${computed}.`);
  builder.add(path, {
    ...(type === undefined ? {} : { $type: type }),
    $value: color?.ok ? color.value : inNotation(computed ?? value, type),
    ...note,
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
    const calculator = createCalculator(tokens);
    for (const token of tokens.values()) addToken(builder, token, calculator);
    return builder.build();
  },
};
