import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { firstOf, Listing, useLoad, useLoadOver } from '../../loading/load.tsx';
import { platform } from '../../session/platform.ts';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../screen.tsx';

type KeyEvent = Output<'keys.events.list'>['items'][number];
type MemberEvent = Output<'members.events.list'>['items'][number];

/** Event of a key or a member. */
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

/** Returns the detail shown besides the event's action: an address, or somebody's new role. */
export const detailOf = ({ details }: AuditEvent): string | undefined => {
  const { role, to, email } = details as Record<string, unknown>;
  const now = to ?? role;
  return typeof email === 'string' && typeof now === 'string' ? now : undefined;
};

const STEP = 50;

/** Lists the events of keys and members and who caused them, newest first. */
const AuditLog = () => {
  const t = texts();
  const [count, setCount] = useState(STEP);
  const names = useLoad('names by id', async () => {
    const [keys, members] = await Promise.all([platform.keys.list().all(), platform.members.list().all()]);
    return new Map([
      ...keys.map(({ id, name }) => [id, name] as const),
      ...members.map(({ id, email }) => [id, email] as const),
    ]);
  });
  const nameOf = (id: string): string => names.data?.get(id) ?? id;
  // Somebody who was removed is no longer among the members.
  const subjectOf = ({ key_id: id, details }: AuditEvent): string => {
    const { email } = details as { email?: unknown };
    return typeof email === 'string' ? email : nameOf(id);
  };
  const roles: Readonly<Record<string, string>> = t.members.roles;
  // One more than is shown, to know whether there are more.
  const loaded = useLoadOver(`audit ${count}`, () => readAuditLog(count + 1));
  return (
    <>
      <Heading title={t.audit.title} />
      <Listing loaded={loaded} empty={t.audit.empty}>
        {(events) => (
          <>
            <Table
              label={t.audit.title}
              heads={[t.audit.time, t.audit.action, t.audit.key, t.audit.actor, t.audit.address]}
            >
              {events.slice(0, count).map((event) => (
                <tr key={event.id}>
                  <td class="whole">{formatTime(event.created_at)}</td>
                  <td title={event.request_id === null ? undefined : t.requestId(event.request_id)}>
                    {t.audit.actions[event.action]}
                    {detailOf(event) !== undefined && `: ${roles[detailOf(event) ?? ''] ?? ''}`}
                  </td>
                  <td>{subjectOf(event)}</td>
                  <td>{nameOf(event.actor)}</td>
                  <td>{event.address ?? '–'}</td>
                </tr>
              ))}
            </Table>
            {events.length > count && (
              <button
                type="button"
                onClick={() => {
                  setCount(count + STEP);
                }}
              >
                {t.more}
              </button>
            )}
          </>
        )}
      </Listing>
    </>
  );
};

export default AuditLog;
