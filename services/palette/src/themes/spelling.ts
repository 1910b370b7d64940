/** How a name is spelt in files: `OnPrimary` and `on primary` are both `on-primary`, so they become one name. */
export const spelling = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .toLowerCase();

/** The name of a path as exports compare it; empty for a name of symbols only, which never collides. */
export const sharedName = (path: readonly string[]): string =>
  spelling(path.filter((part) => part !== '$root').join(' ')).replaceAll(/^-|-$/g, '');
