import type { SCOPES } from '@platform/identity/scopes';

import type { Texts } from '../i18n/english.ts';
import { endedSession, may, session } from '../session/session.ts';
import type { IconName } from '../ui/icon.tsx';

/** A right that a key or a role may have. */
type KeyScope = (typeof SCOPES)[number];

/** The parts of the product that the menu groups its entries by. */
export type Area = keyof Texts['areas'];

/** An entry of the menu: shown where the session's scopes allow what is behind it. */
export interface MenuPage {
  path: string;
  title: (t: Texts) => string;
  icon: IconName;
  /** Undefined for what stands above all parts. */
  area: Area | undefined;
  scope: KeyScope | undefined;
  /** Screens that are reached through this one. */
  beside: readonly string[];
}

const page = (
  path: string,
  title: (t: Texts) => string,
  [area, icon]: readonly [Area | undefined, IconName],
  scope?: KeyScope,
  beside: readonly string[] = [],
): MenuPage => ({ path: `/console/${path}`, title, area, icon, scope, beside });

const BESIDE_REPORTS = ['/console/schedules', '/console/sites'];

/** Only people who have an account see it: keys have none, and others have theirs elsewhere. */
const ACCOUNT = '/console/account';

const PAGES: readonly MenuPage[] = [
  page('', (t) => t.overview.title, [undefined, 'overview']),
  page('websites', (t) => t.websites.title, ['statistics', 'websites'], 'websites:read'),
  page('reports', (t) => t.reports.title, ['reports', 'reports'], 'reports:read', BESIDE_REPORTS),
  page('palettes', (t) => t.palettes.title, ['design', 'palettes'], 'palettes:read'),
  page('themes', (t) => t.themes.title, ['design', 'themes'], 'palettes:read'),
  page('members', (t) => t.members.title, ['organisation', 'members'], 'keys:admin'),
  page('keys', (t) => t.keys.title, ['organisation', 'keys'], 'keys:admin'),
  page('webhooks', (t) => t.webhooks.title, ['organisation', 'webhooks'], 'webhooks:write'),
  page('audit-log', (t) => t.audit.title, ['organisation', 'audit'], 'keys:admin'),
  page('usage', (t) => t.usage.title, ['organisation', 'usage'], 'usage:read'),
  page('account', (t) => t.accounts.title, ['organisation', 'account']),
  page('sessions', (t) => t.sessions.title, ['organisation', 'sessions']),
  page('operators', (t) => t.operators.title, ['organisation', 'operators'], 'operators:read'),
];

/** The pages that this session may see. */
export const visiblePages = (): readonly MenuPage[] =>
  PAGES.filter(
    ({ path, scope }) =>
      (scope === undefined || may(scope)) &&
      (path !== ACCOUNT || (session.value ?? endedSession.value)?.member?.has_account === true),
  );

/** True for an address of the page or below it. */
export const isUnder = (path: string, page: string): boolean =>
  page === '/console/' ? /^\/console\/?$/.test(path) : path === page || path.startsWith(`${page}/`);

/** The page of the menu that an address belongs to, where this session may not see it. */
export const closedPage = (path: string): MenuPage | undefined => {
  const found = PAGES.find((page) => [page.path, ...page.beside].some((own) => isUnder(path, own)));
  return found && !visiblePages().includes(found) ? found : undefined;
};
