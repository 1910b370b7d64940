import type { Texts } from '../i18n/english.ts';
import { may } from '../session/session.ts';

/** An entry of the menu: shown where the session's scopes allow what is behind it. */
interface MenuPage {
  path: string;
  title: (t: Texts) => string;
  scope: string | undefined;
}

const PAGES: readonly MenuPage[] = [
  { path: '/console/', title: (t) => t.overview.title, scope: undefined },
  { path: '/console/websites', title: (t) => t.websites.title, scope: 'websites:read' },
  { path: '/console/reports', title: (t) => t.reports.title, scope: 'reports:read' },
  { path: '/console/palettes', title: (t) => t.palettes.title, scope: 'palettes:read' },
  { path: '/console/themes', title: (t) => t.themes.title, scope: 'palettes:read' },
  { path: '/console/keys', title: (t) => t.keys.title, scope: 'keys:admin' },
  { path: '/console/usage', title: (t) => t.usage.title, scope: 'usage:read' },
];

/** The pages that this session may see. */
export const visiblePages = (): readonly MenuPage[] =>
  PAGES.filter(({ scope }) => scope === undefined || may(scope));
