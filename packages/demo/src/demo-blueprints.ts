/** A website of the demo: how large it is, and how it is set up. */
export interface Blueprint {
  readonly domain: string;
  readonly timezone: string;
  readonly share: number;
  readonly pages: number;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly note: string;
}

const PASSWORD = 'demo-password';

/** One website for each kind of statistics page. */
export const BLUEPRINTS: readonly Blueprint[] = [
  {
    domain: 'demo-shop.example',
    timezone: 'Europe/Berlin',
    share: 1,
    pages: 400,
    settings: { privacy: 0, exclude_params: 'session*', exclude_ips: '10.0.0.0/8' },
    note: 'open to everybody',
  },
  {
    domain: 'demo-docs.example',
    timezone: 'America/New_York',
    share: 0.4,
    pages: 150,
    settings: { privacy: 2, password: PASSWORD },
    note: `password: ${PASSWORD}`,
  },
  {
    domain: 'demo-blog.example',
    timezone: 'Asia/Kolkata',
    share: 0.15,
    pages: 60,
    settings: { privacy: 1 },
    note: 'private; this link is signed and opens it for a week',
  },
];
