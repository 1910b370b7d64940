import { createPlatform } from '@platform/client';

const DAY_MILLISECONDS = 86_400_000;
/** Where the addresses of the visitors are; both blocks are for documentation (RFC 5737). */
export const PLACES = [
  { block: '198.51.100.0/24', country: 'DE', region: 'Bavaria', city: 'Munich' },
  { block: '203.0.113.0/24', country: 'FR', city: 'Paris' },
];

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Each day's visitors: two Germans with phones, one at a desk, one Frenchman with a phone. */
const VISITORS = [
  { ip: '198.51.100.1', user_agent: PHONE, pages: ['/', '/pricing', '/signup'], signsUp: true },
  { ip: '198.51.100.2', user_agent: PHONE, pages: ['/', '/pricing'], signsUp: false },
  { ip: '198.51.100.3', user_agent: DESKTOP, pages: ['/'], signsUp: false },
  { ip: '203.0.113.1', user_agent: PHONE, pages: ['/blog'], signsUp: false },
];

/** Days on which the same people do the same, so that it is no matter which of them is yesterday. */
const DAYS = [1, 2, 3, 4, 5];

/** Makes a website with a few visitors on each of the last days. @returns its id and key */
export const seedVisits = async (
  platform: { url: string; key: string },
  domain: string,
): Promise<{ id: number; siteKey: string }> => {
  const { websites, events } = createPlatform(platform);
  const { id, site_key: siteKey } = await websites.create({ domain, privacy: 1 });
  const today = new Date().toISOString().slice(0, 10);
  const noon = (ago: number): number => Date.parse(`${today}T12:00:00Z`) - ago * DAY_MILLISECONDS;
  await events.send({
    events: DAYS.flatMap((ago) =>
      VISITORS.flatMap(({ pages, signsUp, ...visitor }, person) => {
        const at = (step: number): string =>
          new Date(noon(ago) + 60_000 * (10 * person + step)).toISOString();
        const common = { site_key: siteKey, ...visitor, referrer: 'https://www.google.com/' };
        return [
          ...pages.map((path, step) => ({
            ...common,
            name: 'pageview',
            url: `https://${domain}${path}`,
            title: `Title of ${path}`,
            time: at(step),
          })),
          ...(signsUp
            ? [
                {
                  ...common,
                  name: 'signup',
                  url: `https://${domain}/signup`,
                  time: at(pages.length),
                  props: { plan: 'pro', 'revenue.amount': 49, 'revenue.currency': 'EUR' },
                },
              ]
            : []),
        ];
      }),
    ),
  });
  return { id, siteKey };
};
