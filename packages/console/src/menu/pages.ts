import type { Scope } from '@platform/identity/scopes';

import type { Texts } from '../i18n/english.ts';
import { may, session } from '../session/session.ts';

/** An entry of the menu: shown where the session's scopes allow what is behind it. */
interface MenuPage {
  path: string;
  title: (t: Texts) => string;
  scope: Scope | undefined;
  /** Screens that are reached through this one. */
  beside: readonly string[];
}

const page = (
  path: string,
  title: (t: Texts) => string,
  scope?: Scope,
  beside: readonly string[] = [],
): MenuPage => ({ path: `/console/${path}`, title, scope, beside });

/** Only people who have an account see it: keys have none, and others have theirs elsewhere. */
const ACCOUNT = '/console/account';

const PAGES: readonly MenuPage[] = [
  page('', (t) => t.overview.title),
  page('websites', (t) => t.websites.title, 'websites:read'),
  page('reports', (t) => t.reports.title, 'reports:read', ['/console/schedules', '/console/sites']),
  page('palettes', (t) => t.palettes.title, 'palettes:read'),
  page('themes', (t) => t.themes.title, 'palettes:read'),
  page('members', (t) => t.members.title, 'keys:admin'),
  page('keys', (t) => t.keys.title, 'keys:admin'),
  page('webhooks', (t) => t.webhooks.title, 'webhooks:write'),
  page('audit-log', (t) => t.audit.title, 'keys:admin'),
  page('usage', (t) => t.usage.title, 'usage:read'),
  page('account', (t) => t.accounts.title),
  page('sessions', (t) => t.sessions.title),
  page('operators', (t) => t.operators.title, 'operators:read'),
];

/** The pages that this session may see. */
export const visiblePages = (): readonly MenuPage[] =>
  PAGES.filter(
    ({ path, scope }) =>
      (scope === undefined || may(scope)) &&
      (path !== ACCOUNT || session.value?.member?.has_account === true),
  );
