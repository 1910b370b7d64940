import type { ResolvedToken } from '../theme.ts';
import { knownPath } from '../tokens/token-tree.ts';
import { ACCENTS, isRole } from './roles.ts';

/** Groups in which a token named after an accent sets it, in addition to the root. */
const GROUPS: readonly string[] = ['color', 'colors', 'role', 'brand', 'semantic'];

/**
 * The client's token that sets an accent: a colour of that name at the root or in one of the
 * groups.
 */
export const accentToken = (tokens: readonly ResolvedToken[], name: string): ResolvedToken | undefined =>
  tokens.find(({ path, type }) => {
    const known = knownPath(path);
    const [group = ''] = known;
    return (
      type === 'color' &&
      known.at(-1) === name &&
      (known.length === 1 || (known.length === 2 && GROUPS.includes(group)))
    );
  });

const isRoleAtRoot = ({ path, type }: ResolvedToken): boolean => {
  const known = knownPath(path);
  return type === 'color' && known.length === 1 && isRole(known[0] ?? '');
};

/** The client's tokens that set roles. */
export const seedTokens = (tokens: readonly ResolvedToken[]): ReadonlySet<ResolvedToken> =>
  new Set([
    ...ACCENTS.map((name) => accentToken(tokens, name)).filter((token) => token !== undefined),
    ...tokens.filter(isRoleAtRoot),
  ]);
