import type { NamedToken } from '../naming/name-tokens.ts';
import type { Deprecation, DesignToken } from '../token.ts';
import { commentText } from './comment.ts';
import type { Reference } from './references.ts';

/**
 * What to say, on one line, about a token that should no longer be used.
 * @param nameOf the current name of a path, as the target writes it
 */
export const deprecationText = ({ renamedTo, reason }: Deprecation, nameOf: Reference): string => {
  if (renamedTo !== undefined) return `Use ${nameOf(renamedTo) ?? renamedTo.join('.')} instead.`;
  return commentText(reason ?? '') || 'Do not use it any more.';
};

/** What a comment says about a token: that it is deprecated, or its description. */
export const commentOf = (token: DesignToken, nameOf: Reference): string | null =>
  token.deprecated === undefined
    ? token.description
    : `@deprecated ${deprecationText(token.deprecated, nameOf)}`;

/** For pictures, which nobody can refer to. */
export const withoutOldNames = (tokens: readonly DesignToken[]): DesignToken[] =>
  tokens.filter(({ deprecated }) => deprecated?.renamedTo === undefined);

/** Named tokens, with what comments say about them as their descriptions. */
export const withComments = <Token extends DesignToken>(
  named: readonly NamedToken<Token>[],
  nameOf: Reference,
): NamedToken<Token>[] =>
  named.map(({ name, token }) => ({ name, token: { ...token, description: commentOf(token, nameOf) } }));
