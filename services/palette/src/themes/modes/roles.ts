/** The colours that a theme is derived from; each yields a family of roles. */
export const ACCENTS = ['primary', 'secondary', 'tertiary', 'success', 'warning', 'error', 'info'] as const;
export type Accent = (typeof ACCENTS)[number];

const PAGE_ROLES = [
  'background',
  'on-background',
  'surface',
  'on-surface',
  'surface-variant',
  'on-surface-variant',
  'border',
  'focus',
  'link',
] as const;

/** Every role of a mode, in order. */
export const ROLES: readonly string[] = [
  ...PAGE_ROLES,
  ...ACCENTS.flatMap((accent) => [
    accent,
    `on-${accent}`,
    `${accent}-text`,
    `${accent}-border`,
    `${accent}-container`,
    `on-${accent}-container`,
  ]),
];

const KNOWN = new Set(ROLES);

/** Whether a theme has a role of this name. */
export const isRole = (name: string): boolean => KNOWN.has(name);
