import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';

const STEP = 50;
const MOST = 100;

/** Who made, rotated and revoked which key, the newest first. */
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
  const loaded = useLoad(`audit ${count}`, async () => {
    const found = [];
    for await (const event of platform.keys.events.list({ limit: MOST })) {
      found.push(event);
      if (found.length > count) break;
    }
    return found;
  });
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
                  <td>{formatTime(event.created_at)}</td>
                  <td title={event.request_id === null ? undefined : t.requestId(event.request_id)}>
                    {t.audit.actions[event.action]}
                  </td>
                  <td>{nameOf(event.key_id)}</td>
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
