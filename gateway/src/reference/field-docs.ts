import type { FieldDocs } from '@platform/http';

import { STATUS_FIELDS } from './status-fields.ts';

const KEYS: FieldDocs = {
  'Key.id': ['Id of the key', 'key_01h455vb4pex5vsknk084sn02q'],
  'NewKey.id': ['Id of the key', 'key_01h455vb4pex5vsknk084sn02q'],
  name: ['What the key is for', 'Build server'],
  key: ['The key itself; shown this once', 'dak_…'],
  last_four: ['The last four characters of the key', 'b0Km'],
  scopes: ['What the key may do', ['reports:read']],
  rate_limit_per_minute: ['Requests a minute; null: the platform’s limit', 600],
  allowed_addresses: ['Addresses and CIDRs that may use the key; null: all', ['192.0.2.0/24']],
  expires_at: ['When the key stops working; null: never', '2099-01-01T00:00:00Z'],
  revoked_at: ['When it was revoked; null: it is valid'],
  replaces: ['The key that it replaced; null: none', 'key_01h455vb4pex5vsknk084sn02q'],
  last_used_address: ['Where it was last used from; null: never used', '192.0.2.7'],
  'KeyEvent.id': ['Id of the event', 'kev_01h455vb4pex5vsknk084sn02q'],
  key_id: ['Id of the key', 'key_01h455vb4pex5vsknk084sn02q'],
  action: ['What was done'],
  actor: ['Who did it: a key, or the operator', 'key_01h455vb4pex5vsknk084sn02q'],
  'KeyEvent.details': ['What was set, by action', { scopes: ['reports:read'] }],
  address: ['Where the request came from; null: the command line', '192.0.2.7'],
  'KeyEvent.request_id': ['The request; null: the command line', '6f1c0b52'],
};

const USAGE: FieldDocs = {
  from: ['The first day (UTC)', '2026-11-01'],
  to: ['The last day (UTC)', '2026-11-21'],
  total: ['All days together'],
  items: ['By day, key and area'],
  day: ['The day (UTC)', '2026-11-20'],
  area: ['The part of the API'],
  requests: ['Requests', 1204],
  events: ['Events that were accepted', 341],
  reports: ['Reports that were generated', 12],
  exports: ['Exports that were created', 3],
  quotas: ['What the organisation may use in a month'],
  unit: ['What is counted'],
  quota: ['The most that may be used in a month', 10_000],
  used: ['So far this month', 1204],
  month: ['The month', '2026-11'],
  reached: ['Shares of the quota that have been reached'],
  percent: ['Percent of the quota', 80],
  at: ['When'],
};

const WEBHOOKS: FieldDocs = {
  'Webhook.events': ['The events that are sent', ['report.generated']],
  'NewWebhook.events': ['The events that are sent', ['report.generated']],
  disabled_at: ['When it was switched off; null: it is on'],
  disabled_reason: ['Why it was switched off; null: it is on', 'failing'],
  'Webhook.description': ['What it is for', 'Notifies the team'],
  'NewWebhook.description': ['What it is for', 'Notifies the team'],
  secret: ['Signs the deliveries; shown this once', 'whsec_…'],
  webhook_id: ['Id of the webhook', 'whk_01h455vb4pex5vsknk084sn02q'],
  event_id: ['Id of the event, the same in each of its deliveries', 'evt_01h455vb4pex5vsknk084sn02q'],
  'Delivery.id': ['Id of the delivery', 'dlv_01h455vb4pex5vsknk084sn02q'],
  'Delivery.type': ['The event', 'report.generated'],
  next_attempt_at: ['When it is tried again; null: it isn’t'],
  delivered_at: ['When it arrived; null: not yet'],
  attempts: ['Every attempt so far'],
  'attempts.status': ['Status code of the answer; null: there was none', 200],
  'attempts.error': ['Why there was no answer; null if there was one', 'timeout'],
  milliseconds: ['How long the attempt took', 120],
  payload: ['What is sent'],
  'payload.type': ['The event', 'report.generated'],
  'payload.timestamp': ['When it happened'],
  'payload.data': ['About the event', { id: 7, score: 87 }],
};

const PEOPLE: FieldDocs = {
  'Member.id': ['Id of the member', 'mbr_01h455vb4pex5vsknk084sn02q'],
  'Member.email': ['Their address at the identity provider', 'ada@example.com'],
  'Member.status': ['Whether they have joined, are invited, or let the invitation expire', 'joined'],
  'Member.name': ['What the identity provider calls them; null: not known', 'Ada Lovelace'],
  'InviteMember.email': ['Who is invited; the identity provider has to have verified it', 'ada@example.com'],
  role: ['What they may do', 'editor'],
  invited_until: ['When the invitation ends; null: they have joined'],
  joined_at: ['When they joined; null: not yet'],
  last_login_at: ['When they last signed in; null: never'],
  'MemberEvent.id': ['Id of the event', '17'],
  'MemberEvent.details': ['Address and role, by action', { role: 'editor' }],
  'MemberEvent.request_id': ['The request; null: a sign-in', '6f1c0b52'],
  'Session.id': ['Id of the session', 'ses_01h455vb4pex5vsknk084sn02q'],
  member_id: ['The member whose session it is; null: it belongs to a key', 'mbr_01h455vb4pex5vsknk084sn02q'],
  user_agent: ['The browser that started it; null: it didn’t say', 'Mozilla/5.0'],
  last_seen_at: ['When it was last used, to the minute; null: not since it was started'],
  current: ['True for the session that made this request'],
  ended: ['How many sessions ended', 2],
  'SignInLink.url': [
    'Opens the console, signed in. The code is in the fragment',
    'https://stats.example.com/console/#sign-in=kQ3v…',
  ],
  code: ['For `POST /console/session`, once', 'kQ3v…'],
};

/** What the fields of the gateway's own endpoints mean, for the API reference. */
export const FIELD_DOCS: FieldDocs = { ...KEYS, ...PEOPLE, ...USAGE, ...WEBHOOKS, ...STATUS_FIELDS };
