import { createPlatform } from '@platform/client';
import type { SharedPlatform } from '@platform/testing';

/** Ids of what the screens show. */
export interface Made {
  website: number;
  report: number;
  site: number;
  palette: string;
  theme: string;
  webhook: string;
}

const part = (tab: string): ((made: Made) => string) => {
  return ({ website }) => `websites/${website}?tab=${tab}`;
};

/** Every screen by its name, and its address below `/console/`. */
export const SCREENS: readonly (readonly [name: string, path: (made: Made) => string])[] = [
  ['overview', () => ''],
  ['device', () => 'device'],
  ['websites', () => 'websites'],
  ['websites-together', ({ website }) => `websites/together?websites=${website}`],
  ['website', ({ website }) => `websites/${website}`],
  ...[
    'fixes',
    'clicks',
    'colors',
    'start',
    'goals',
    'funnels',
    'annotations',
    'alerts',
    'segments',
    'imports',
    'storage',
    'drops',
    'deletions',
    'links',
    'settings',
  ].map((tab) => [`website-${tab}`, part(tab)] as const),
  ['reports', () => 'reports'],
  ['report', ({ report }) => `reports/${report}`],
  ...['checks', 'history', 'schedule', 'links'].map(
    (tab) => [`report-${tab}`, ({ report }: Made) => `reports/${report}?tab=${tab}`] as const,
  ),
  ['schedules', () => 'schedules'],
  ['sites', () => 'sites'],
  ['site', ({ site }) => `sites/${site}`],
  ...['problems', 'pages', 'history', 'schedule', 'share'].map(
    (tab) => [`site-${tab}`, ({ site }: Made) => `sites/${site}?tab=${tab}`] as const,
  ),
  ['palettes', () => 'palettes'],
  ['palette', ({ palette }) => `palettes/${palette}`],
  ['palette-versions', ({ palette }) => `palettes/${palette}?tab=versions`],
  ['themes', () => 'themes'],
  ['theme', ({ theme }) => `themes/${theme}`],
  ['theme-versions', ({ theme }) => `themes/${theme}?tab=versions&version=2`],
  ['members', () => 'members'],
  ['keys', () => 'keys'],
  ['webhooks', () => 'webhooks'],
  ['webhook', ({ webhook }) => `webhooks/${webhook}`],
  ['audit-log', () => 'audit-log'],
  ['usage', () => 'usage'],
  ['sessions', () => 'sessions'],
  ['operators', () => 'operators'],
];

/** One of everything, so that no screen is empty. */
export const makeOne = async (platform: SharedPlatform): Promise<Made> => {
  const { websites, reports, schedules, sites, palettes, themes, webhooks, members } =
    createPlatform(platform);
  const { id } = await websites.create({ domain: 'shop.example' });
  await websites.goals.create(id, { name: 'Checkout', type: 'page', pattern: '/checkout' });
  const steps = ['/', '/checkout'].map((pattern) => ({ type: 'page' as const, pattern }));
  await websites.funnels.create(id, { name: 'Purchase', steps });
  await websites.annotations.create(id, { text: 'Launch', url: 'https://shop.example/launch' });
  await websites.alerts.create(id, { name: 'Busy', type: 'spike', threshold: 500 });
  const home = { dimension: 'country', operator: 'is' as const, values: ['DE', 'AT'] };
  await websites.segments.create(id, { name: 'At home', filters: [home] });
  await websites.links.create(id, { name: 'Auditors' });
  const report = await reports.run(`${platform.url}/docs`);
  await schedules.create({ report_id: report.id });
  const site = await sites.create({ url: `${platform.url}/docs`, max_pages: 2 });
  const palette = await palettes.create({ base_color: '#2b5bd7', scale: '50-950' });
  await palettes.regenerate(palette.id, { harmony: 'triadic' });
  const theme = await themes.create({ palette_id: palette.id, name: 'Ocean', tokens: {} });
  await themes.update(theme.id, { tokens: { primary: '#00aa55' } });
  const webhook = await webhooks.create({ url: 'http://127.0.0.1:9/', events: ['export.completed'] });
  await webhooks.ping(webhook.id);
  await members.invite({ email: 'ada@example.com', role: 'editor' });
  return {
    website: id,
    report: report.id,
    site: site.id,
    palette: palette.id,
    theme: theme.id,
    webhook: webhook.id,
  };
};
