import type { Scope } from '@platform/identity/scopes';

import type { Texts } from '../i18n/english.ts';
import { may } from '../session/session.ts';
import { platform } from '../session/platform.ts';
import { shownAddress, shownDomain } from '../ui/shown-address.ts';

/** A record that the palette of commands leads to. */
export interface Thing {
  title: string;
  kind: string;
  path: string;
}

const MOST_OF_A_KIND = 5;
/** Themes are looked through here, as the API searches none. */
const MOST_THEMES = 100;

/** How the records of each kind are found, where the session may read them. */
const KINDS: readonly (readonly [scope: Scope, find: (search: string, t: Texts) => Promise<Thing[]>])[] = [
  [
    'websites:read',
    async (search, t) => {
      const { items } = await platform.websites.list({ search, per_page: 10 });
      const kind = t.kinds.website;
      return items
        .slice(0, MOST_OF_A_KIND)
        .map(({ id, domain }) => ({ title: shownDomain(domain), kind, path: `websites/${id}` }));
    },
  ],
  [
    'reports:read',
    async (search, t) => {
      const { items } = await platform.reports.list({ search, per_page: 10 });
      return items
        .slice(0, MOST_OF_A_KIND)
        .map(({ id, url }) => ({ title: shownAddress(url), kind: t.kinds.report, path: `reports/${id}` }));
    },
  ],
  [
    'palettes:read',
    async (search, t) => {
      const { items } = await platform.palettes.list({ search, limit: MOST_OF_A_KIND });
      return items.map(({ id, name, base_color: base }) => ({
        title: name ?? base.hex,
        kind: t.kinds.palette,
        path: `palettes/${id}`,
      }));
    },
  ],
  [
    'palettes:read',
    async (search, t) => {
      const { items } = await platform.themes.list({ limit: MOST_THEMES });
      return items
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        .slice(0, MOST_OF_A_KIND)
        .map(({ id, name }) => ({ title: name, kind: t.kinds.theme, path: `themes/${id}` }));
    },
  ],
];

/** Websites, reports, palettes and themes whose name has this in it; a kind that fails is left out. */
export const findThings = async (search: string, t: Texts): Promise<Thing[]> => {
  const readable = KINDS.filter(([scope]) => search !== '' && may(scope));
  const found = await Promise.allSettled(readable.map(([, find]) => find(search, t)));
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};
