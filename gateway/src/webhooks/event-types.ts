/** Something that webhooks are told. */
export interface EventType {
  readonly type: string;
  readonly about: string;
  /** What `data` looks like. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Sent on request only, to try a webhook. */
export const PING = 'webhook.ping';

/** What an organisation can be told, besides `webhook.ping`. */
export const EVENT_TYPES: readonly EventType[] = [
  {
    type: 'report.generated',
    about: 'A report has a new result.',
    example: { id: 7, url: 'https://example.com/', result: 'good', score: 93, run_id: 12 },
  },
  {
    type: 'report.got_worse',
    about: 'A new result has a lower rating than the last one, or at least 5 points less.',
    example: {
      id: 7,
      url: 'https://example.com/',
      result: 'decent',
      score: 71,
      score_before: 93,
      run_id: 13,
    },
  },
  {
    type: 'export.completed',
    about: "The file of an export is ready: ask for the export's status to download it.",
    example: { id: 'exp_01h455vb4pex5vsknk084sn02q', format: 'css' },
  },
  {
    type: 'export.failed',
    about: 'An export has failed.',
    example: { id: 'exp_01h455vb4pex5vsknk084sn02q', format: 'css', error: { code: 'export_failed' } },
  },
  {
    type: 'website.spike',
    about: 'The number of visits that an alert of the website sets began within an hour. Sent once a day.',
    example: { id: 7, domain: 'shop.example', alert: { id: 2, name: 'Busy' }, visits: 512, threshold: 500 },
  },
  {
    type: 'website.silent',
    about:
      'Nobody came for the number of hours that an alert of the website sets, at a time when people usually do.',
    example: { id: 7, domain: 'shop.example', alert: { id: 3, name: 'Quiet' }, hours: 6 },
  },
  {
    type: 'website.goal_reached',
    about:
      'A goal reached the number of conversions that an alert sets for a day or a month. Sent once per day or month.',
    example: {
      id: 7,
      domain: 'shop.example',
      alert: { id: 4, name: 'First orders' },
      goal: { id: 2 },
      conversions: 103,
      threshold: 100,
      period: 'day',
    },
  },
  {
    type: 'key.revoked',
    about: 'An API key was revoked.',
    example: { id: 'key_01h455vb4pex5vsknk084sn02q', name: 'CI', last_four: 'x7Qa' },
  },
  {
    type: 'quota.reached',
    about: 'The organisation has used 80 or 100 per cent of a monthly quota. Sent once a month for each.',
    example: { unit: 'events', percent: 80, used: 80_112, quota: 100_000, month: '2026-11' },
  },
];
