import { groupOf, appReferrer } from '../../src/collect/intake/channel.ts';
import { createBotFilter } from '../../src/collect/intake/bot-filter.ts';
import { createUserAgentReader } from '../../src/collect/intake/user-agent.ts';
import { agreement, line } from './agreement.ts';
import type { Agreement } from './agreement.ts';
import { readFixtures } from './fixtures.ts';

/**
 * Compares what is read from user agents and referrers with public suites and lists, which aren't
 * copied into this repository. `node test/accuracy/measure.ts FOLDER [--differences]`, where the
 * folder has clones of isbot, crawler-user-agents, device-detector, searchengine-and-social-list
 * and referer-parser; missing ones are skipped.
 */
const [, , folder = '.', flag] = process.argv;
const { browsers, crawlers, agents, hosts } = readFixtures(folder);
const verdict = createBotFilter();
const read = createUserAgentReader();

const KINDS: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  smartphone: 'mobile',
  'feature phone': 'mobile',
  phablet: 'mobile',
  tablet: 'tablet',
  tv: 'tv',
};
const SYSTEMS: Readonly<Record<string, string>> = { Mac: 'macOS', 'GNU/Linux': 'Linux', Ubuntu: 'Linux' };

const system = (name: string): string => SYSTEMS[name] ?? name;
const major = (version: string): string => /^\d+/.exec(version)?.[0] ?? '';
const numberOf = (named: string): string => named.slice(named.lastIndexOf(' ') + 1);

const results: Agreement[] = [
  ...Object.entries(browsers).map(([suite, list]) =>
    agreement(`browsers of ${suite} are none of bots`, list, (userAgent) => ({
      ours: verdict(userAgent) ?? 'browser',
      theirs: 'browser',
    })),
  ),
  ...Object.entries(crawlers).map(([suite, list]) =>
    agreement(`crawlers of ${suite} are known`, list, (userAgent) => ({
      ours: verdict(userAgent) === null ? 'browser' : 'bot',
      theirs: 'bot',
    })),
  ),
  agreement('kind of device, device-detector', agents, ({ userAgent, device }) => {
    const theirs = KINDS[device];
    return theirs === undefined ? null : { ours: read(userAgent).device, theirs };
  }),
  agreement('operating system, device-detector', agents, ({ userAgent, os }) =>
    os === '' ? null : { ours: read(userAgent).os, theirs: system(os) },
  ),
  agreement('major version of the browser', agents, ({ userAgent, browser, browserVersion }) => {
    const { browser: name, browserVersion: ours } = read(userAgent);
    // Only where both mean the same browser: `Chrome` and `Chrome Mobile`.
    const isOther = !browser.includes(name.split(' ')[0] ?? '');
    return isOther || browserVersion === '' || ours === ''
      ? null
      : { ours: numberOf(ours), theirs: major(browserVersion) };
  }),
  agreement('version of iOS and Android', agents, ({ userAgent, os, osVersion }) => {
    const { osVersion: ours } = read(userAgent);
    if (!['iOS', 'Android'].includes(os) || osVersion === '' || ours === '' || ours.endsWith('+'))
      return null;
    return { ours: numberOf(ours), theirs: major(osVersion) };
  }),
  ...[...new Set(hosts.map(({ list, group }) => `${list} ${group}`))].map((name) =>
    agreement(
      `hosts: ${name}`,
      hosts.filter(({ list, group }) => `${list} ${group}` === name),
      ({ host, group }) => {
        const ours = groupOf(appReferrer(host)) ?? 'none';
        // Both lists treat video portals as social networks.
        return { ours: ours === 'video' && group === 'social' ? 'social' : ours, theirs: group };
      },
    ),
  ),
];
for (const result of results) {
  process.stdout.write(`${line(result)}\n`);
  if (flag === '--differences')
    for (const difference of result.differences) process.stdout.write(`    ${difference}\n`);
}
