import type { Output } from '@platform/client';

import { firstOf } from '../../loading/first-of.ts';
import { platform } from '../../session/platform.ts';

type KeyEvent = Output<'keys.events.list'>['items'][number];
type MemberEvent = Output<'members.events.list'>['items'][number];

/** What happened to a key or a member. */
export type AuditEvent = KeyEvent | MemberEvent;

const MOST = 100;

/** The newest events of keys and of members, in one list. */
export const readAuditLog = async (count: number): Promise<AuditEvent[]> => {
  const [keys, members] = await Promise.all([
    firstOf(platform.keys.events.list({ limit: MOST }), count),
    firstOf(platform.members.events.list({ limit: MOST }), count),
  ]);
  return [...keys, ...members].sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, count);
};

/** What is shown besides the event's action: an address, or somebody's new role. */
export const detailOf = ({ details }: AuditEvent): string | undefined => {
  const { role, to, email } = details as Record<string, unknown>;
  const now = to ?? role;
  return typeof email === 'string' && typeof now === 'string' ? now : undefined;
};
