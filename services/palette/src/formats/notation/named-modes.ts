import { nameOf, nameTokens } from '../naming/name-tokens.ts';
import type { NamedToken, NameRule, Naming } from '../naming/name-tokens.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken } from '../token.ts';
import { commentText } from './comment.ts';
import { deprecationText } from './deprecated.ts';
import { modesIn, rolesWithModes, withoutSeeds } from './mode-roles.ts';
import type { ExportedMode } from './mode-roles.ts';
import { inOrder, referencesTo } from './references.ts';

/** A role's own name and the names of its colours in each mode, in one order with the modes. */
export interface NamedRole {
  readonly role: string;
  readonly name: string;
  readonly description: string | null;
  readonly constants: readonly string[];
}

/** What a class of constants declares. */
export interface NamedColors {
  /** Each after those that it refers to. */
  readonly constants: readonly NamedToken[];
  /** What a constant is worth: another one that it refers to, or what `write` makes of its colour. */
  readonly valueOf: (named: NamedToken, write: (token: DesignToken) => string) => string;
  /** None for a palette or a single mode. */
  readonly roles: readonly NamedRole[];
  /** Earlier names of roles, and the current ones. */
  readonly oldRoles: readonly { readonly name: string; readonly now: string }[];
  /** The current name of a deprecated constant, to write next to the notice. */
  readonly nowOf: (token: DesignToken) => string | null;
  /** The notice for a deprecated constant, or null. */
  readonly deprecationOf: (token: DesignToken) => string | null;
  /** The types of the values beside colours. */
  readonly types: ReadonlySet<string>;
  /** The modes; where the target declares more for each, by the name `darkScheme`. */
  readonly modes: readonly (ExportedMode & { readonly scheme: string })[];
}

/**
 * Names the colours for a language whose tokens are members of a type.
 * @throws `name_collision`, also for tokens with the name of a role or a scheme
 */
export const nameColors = (
  tokens: readonly DesignToken[],
  rule: NameRule,
  naming: Naming = {},
): NamedColors => {
  const colors = withoutSeeds(tokens);
  const roles = rolesWithModes(colors);
  const schemePath = (mode: string): string[] => [mode, 'scheme'];
  const others = roles.flatMap(({ path, modes }) =>
    [...modes.values()].slice(0, 1).map((token) => ({ ...token, path })),
  );
  const schemes = roles
    .slice(0, 1)
    .flatMap(({ modes }) => [...modes].map(([mode, token]) => ({ ...token, path: schemePath(mode) })));
  const all = nameTokens([...colors, ...others, ...schemes], rule, [], naming);
  const named = all.slice(0, colors.length);
  const reference = referencesTo(named, (name) => name);
  const names = referencesTo(all, (name) => name);
  const nameIn = (path: readonly string[]): string => names(path) ?? nameOf(path, rule);
  const modes = modesIn(colors);
  return {
    constants: inOrder(named),
    types: new Set(colors.flatMap((token) => (isColorToken(token) ? [] : [token.type]))),
    valueOf: ({ token }, write) => (token.alias ? reference(token.alias) : null) ?? write(token),
    nowOf: ({ deprecated }) => (deprecated?.renamedTo ? reference(deprecated.renamedTo) : null),
    deprecationOf: ({ deprecated }) =>
      deprecated === undefined ? null : deprecationText(deprecated, reference),
    oldRoles: roles.flatMap(({ path, renamedTo }) =>
      renamedTo === null ? [] : [{ name: nameIn(path), now: nameIn(renamedTo) }],
    ),
    roles: roles
      .filter(({ renamedTo }) => renamedTo === null)
      .map(({ role, path, description, modes: tokensOf }) => ({
        role,
        name: nameIn(path),
        description,
        constants: modes.map(({ name }) => {
          const token = tokensOf.get(name);
          return token === undefined ? '' : nameIn(token.path);
        }),
      })),
    modes: modes.map((mode) => ({ ...mode, scheme: nameIn(schemePath(mode.name)) })),
  };
};

/** `/// description` in front of a declaration, so that the tools show it with that one. */
export const docComment = (description: string | null, indent: string, comments: boolean): string => {
  const text = comments && description !== null ? commentText(description) : '';
  return text === '' ? '' : `${indent}/// ${text}\n`;
};

/** The comment at the top of a file. */
export const GENERATED = '// Do not edit directly, this file was auto-generated.\n\n';
