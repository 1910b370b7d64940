import { oneLine } from '../naming/name-tokens.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import type { Deprecation, DesignToken } from '../token.ts';
import type { Reference } from './references.ts';

/** A text with its lines, but without noncharacters and bidirectional controls. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Noncharacter_Code_Point}\p{Bidi_Control}]+/gu, ' ');

/**
 * A description as the text of a comment: on one line, and without anything that ends or nests a
 * comment in CSS, C-like languages or XML, so that it can't become code. Backslashes go too: they
 * could continue a line or begin a Unicode escape.
 */
export const commentText = (description: string): string =>
  oneLine(description)
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *')
    .replaceAll(/-(?=-)/g, '- ')
    .replaceAll('\\', '/')
    .replaceAll(/[<>]/g, ' ')
    .trim();

/**
 * Returns the one-line notice for a token that should no longer be used.
 * @param nameOf the current name of a path, as the target writes it
 */
export const deprecationText = ({ renamedTo, reason }: Deprecation, nameOf: Reference): string => {
  if (renamedTo !== undefined) return `Use ${nameOf(renamedTo) ?? renamedTo.join('.')} instead.`;
  return commentText(reason ?? '') || 'Do not use it any more.';
};

/** Returns a token's comment: its deprecation notice, or else its description. */
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
