import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { CONNECTION } from './estimates.ts';
import { shownResources, entityOf, isThirdParty, siteOf } from '../../page/files/resources.ts';
import { count } from '../../page/quantities.ts';
import { askersOf } from '../../page/html/place.ts';

export const thirdPartyHosts: Check = {
  meta: {
    id: 'third-party-hosts',
    category: 'performance',
    title: 'Few third parties are involved',
    failureTitle: 'Many third parties are involved',
    importance: 'medium',
    basis: 'resources',
    docs: {
      why: 'Each third party costs a DNS lookup, a connection and a TLS handshake, learns of the visit, and may fail.',
      thresholds:
        'Registrable domains other than the page’s, and not of the same company by the list of third-party-web. Pass: up to 4. Warn: up to 10. Fail: more.',
      fix: 'Host fonts and libraries yourself, and drop tags that nobody uses.',
      sources: [
        'https://web.dev/articles/optimizing-content-efficiency-loading-third-party-javascript',
        'https://github.com/patrickhulce/third-party-web',
      ],
    },
  },
  run({ artifacts, page }) {
    const domains = new Map<string, string[]>();
    for (const { url } of shownResources(artifacts)) {
      const domain = siteOf(url);
      if (isThirdParty(url, page.url.href)) domains.set(domain, [...(domains.get(domain) ?? []), url]);
    }
    const asking = askersOf(page);
    const items = [...domains].map(([snippet, urls]) => {
      const at = urls.map((url) => asking.get(url)).find((element) => element !== undefined);
      const entity = entityOf(`https://${snippet}/`);
      return { snippet, at, note: `${count(urls.length, 'file')}${entity === null ? '' : `, ${entity}`}` };
    });
    const extras = { value: domains.size, expected: '≤ 4', items, saves: { milliseconds: CONNECTION } };
    const status = atMost(domains.size, 4, 10);
    if (status === 'pass')
      return pass(`${count(domains.size, 'third party is', 'third parties are')} involved.`, extras);
    const message = `${domains.size} third parties are involved. Reduce them to 4 or fewer: host files yourself and drop tags.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
