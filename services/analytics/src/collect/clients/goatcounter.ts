import { readQuery } from '../../exclusions/rules/exclude-params.ts';
import { eventName, NO_DETAILS, pageOf, PIXEL_ANSWER, textOf } from './client.ts';
import type { ClientMessage, CompatibleClient } from './client.ts';

/**
 * Reads a hit of GoatCounter's script or image: `p` path or name of an event (`e`), `t` title, `r`
 * referrer, `s` screen, `q` the page's query with its campaign, `b` more than 0 for an automated
 * browser.
 */
const fromGoatCounter = (siteKey: string, query: string, referer: string): ClientMessage => {
  const fields = Object.fromEntries(readQuery(query));
  const { p = '', t, r, s = '', q = '', b, e } = fields;
  const [width, height] = s.split(',').map((side) => Math.round(Number(side)));
  const details = {
    ...NO_DETAILS,
    siteKey,
    referrer: textOf(r, 4_096),
    screen: `${width}x${height}`,
    isAutomated: Number(b) > 0,
  };
  if (e === 'true')
    return {
      body: {
        ...details,
        ...(referer === '' ? { url: null } : pageOf(referer)),
        name: eventName(textOf(p, 100).trim()),
      },
      claims: {},
    };
  // The path has the query of a page that has no canonical address; `q` has it always.
  const path = p === '' ? referer : p.startsWith('/') ? p : `/${p}`;
  const campaign = path.includes('?') || !q.startsWith('?') ? '' : q;
  return {
    body: { ...details, ...pageOf(`${path}${campaign}`), name: 'pageview', title: textOf(t, 300) },
    claims: {},
  };
};

/** GoatCounter's script and its image. */
export const goatCounter: CompatibleClient = {
  paths: ['count'],
  methods: ['get', 'post'],
  read: ({ siteKey, query, referer }) => ({
    messages: [fromGoatCounter(siteKey, query, referer)],
    answer: PIXEL_ANSWER,
  }),
};
