import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

/** Cookies of Google, Meta, Microsoft, Hotjar, HubSpot, LinkedIn, TikTok, Matomo and Yandex. */
const TRACKERS =
  /^(?:_ga|_gid|_gat|_gcl_|IDE$|DSID$|_fbp|_fbc|fr$|_clck|_clsk|MUID|_uet|_hj|__hs|hubspotutk|li_|bcookie|_ttp|_pk_|_ym_)/;

export const cookiesBeforeConsent: Check = {
  meta: {
    id: 'cookies-before-consent',
    category: 'security',
    title: 'No tracking cookie is set before consent',
    failureTitle: 'Tracking cookies are set before consent',
    importance: 'medium',
    basis: 'document',
    needsBrowser: true,
    docs: {
      why: 'EU law requires consent before any cookie that isn’t strictly necessary. The browser gave none.',
      thresholds:
        'Cookies after loading the page, by the names of known trackers. Pass: none of them. Warn: one or more. Not applicable without a browser.',
      fix: 'Load analytics and advertising only after consent.',
      sources: ['https://eur-lex.europa.eu/eli/dir/2002/58/oj'],
    },
  },
  run({ artifacts: { browser } }) {
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    const trackers = browser.cookies.filter(({ name }) => TRACKERS.test(name));
    const value = trackers.length;
    if (value === 0) return pass('No tracking cookie was set.', { value });
    const items = trackers.map(({ name, domain }) => ({ snippet: name, note: domain }));
    return warn(`${count(value, 'tracking cookie')} set without consent. Ask for consent first.`, {
      value,
      expected: '0',
      items,
    });
  },
};
