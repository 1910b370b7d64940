import type { ExportFormat } from './export-format.ts';
import { isColorToken } from './token.ts';
import type { DesignToken } from './token.ts';

/** Tokens of a type that a file doesn't have, or not whole. */
export interface LeftOut {
  /** DTCG `$type`. */
  readonly type: string;
  readonly reason: string;
  /** How many tokens. */
  readonly count: number;
  /** The first of them. */
  readonly names: readonly string[];
}

/** As many as a reader needs to know which are meant. */
const MOST_NAMES = 10;

/** Tokens by type and reason, each once, though a theme may have it in several modes. */
const collectLosses = (losses: readonly (readonly [DesignToken, string])[]): LeftOut[] => {
  const groups = new Map<string, { type: string; reason: string; names: Set<string> }>();
  for (const [token, reason] of losses) {
    const type = isColorToken(token) ? 'color' : token.type;
    const key = JSON.stringify([type, reason]);
    const group = groups.get(key) ?? { type, reason, names: new Set<string>() };
    groups.set(key, group);
    group.names.add((token.mode === undefined ? token.path : token.path.slice(1)).join('.'));
  }
  return [...groups.values()].map(({ type, reason, names }) => ({
    type,
    reason,
    count: names.size,
    names: [...names].slice(0, MOST_NAMES),
  }));
};

/** The tokens that a format writes, and what it leaves out or writes only in part. */
export const splitTokens = (
  { lacks = {}, loses }: Pick<ExportFormat, 'lacks' | 'loses'>,
  tokens: readonly DesignToken[],
): { readonly kept: readonly DesignToken[]; readonly leftOut: readonly LeftOut[] } => {
  const losses: [DesignToken, string][] = [];
  const kept = tokens.filter((token) => {
    if (isColorToken(token)) return true;
    const reason = lacks[token.type];
    const part = reason ?? loses?.(token) ?? null;
    if (part !== null) losses.push([token, part]);
    return reason === undefined;
  });
  return { kept, leftOut: collectLosses(losses) };
};

/** The losses of several formats in one list, each with the formats that it occurs in. */
export const joinLosses = (byFormat: ReadonlyMap<string, readonly LeftOut[]>): LeftOut[] => {
  const joined = new Map<string, { loss: LeftOut; formats: string[] }>();
  for (const [format, losses] of byFormat)
    for (const loss of losses) {
      const key = JSON.stringify([loss.type, loss.reason, loss.names]);
      const known = joined.get(key) ?? { loss, formats: [] };
      known.formats.push(format);
      joined.set(key, known);
    }
  return [...joined.values()].map(({ loss, formats }) => ({
    ...loss,
    reason: `${formats.join(', ')}: ${loss.reason}`,
  }));
};
