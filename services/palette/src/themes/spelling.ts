/** How a name is spelt in files: `OnPrimary` and `on primary` are both `on-primary`, so they become one name. */
export const spelling = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .toLowerCase();
