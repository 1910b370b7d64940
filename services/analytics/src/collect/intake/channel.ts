import { groupOf } from './channel-groups.ts';
import type { Group } from './channel-groups.ts';

/** Where a visit came from: Google Analytics' default channel groups, and AI assistants. */
export type Channel =
  | 'Direct'
  | 'Organic Search'
  | 'Paid Search'
  | 'Organic Social'
  | 'Paid Social'
  | 'Organic Video'
  | 'Paid Other'
  | 'Display'
  | 'Email'
  | 'Affiliates'
  | 'AI Assistants'
  | 'Referral'
  | 'Campaign';

export interface ChannelInput {
  /** Host without `www.`; empty for none. */
  readonly referrer: string;
  readonly source: string;
  readonly medium: string;
  readonly isAdClick: boolean;
}

const PAID = /^(.*cp[acmv]|ppc|retargeting|paid.*)$/;

const DISPLAY = /^(display|banner|expandable|interstitial|cpm)$/;

const paidChannel = (group: Group | null): Channel => {
  if (group === 'search') return 'Paid Search';
  return group === 'social' ? 'Paid Social' : 'Paid Other';
};

const ORGANIC: Readonly<Record<Group, Channel>> = {
  search: 'Organic Search',
  social: 'Organic Social',
  video: 'Organic Video',
  email: 'Email',
  assistant: 'AI Assistants',
};

/**
 * Groups a visit by its campaign parameters first and by its referrer second, like GA4's default
 * channel group.
 */
export const channelOf = ({ referrer, source, medium, isAdClick }: ChannelInput): Channel => {
  const [from, by] = [source.toLowerCase(), medium.toLowerCase()];
  const group = groupOf(from) ?? groupOf(referrer);
  if (DISPLAY.test(by) && group === null) return 'Display';
  if (PAID.test(by)) return paidChannel(group);
  if (isAdClick) return 'Paid Search';
  if (DISPLAY.test(by)) return 'Display';
  if (/^(e[-_ ]?mail|newsletter)$/.test(by)) return 'Email';
  if (/^affiliates?$/.test(by)) return 'Affiliates';
  if (/^(social|social-network|social-media|sm)$/.test(by)) return 'Organic Social';
  if (/^video$/.test(by)) return 'Organic Video';
  if (group) return ORGANIC[group];
  if (referrer !== '' || /^(referral|app|link)$/.test(by)) return 'Referral';
  return from !== '' || by !== '' ? 'Campaign' : 'Direct';
};
