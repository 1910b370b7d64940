import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { session } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { MakeKey } from './make-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** All keys of the organisation: make one, see when each was used, revoke one. */
const Keys = () => {
  const t = texts();
  const { data, error, reload } = useLoad('keys', () => platform.keys.list().all());
  const [leaving, setLeaving] = useState<{ id: string; name: string } | undefined>(undefined);
  return (
    <>
      <Heading title={t.keys.title} />
      <MakeKey onMade={reload} />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      <Table label={t.keys.title} heads={[t.keys.name, t.keys.scopes, t.keys.expires, t.keys.lastUsed, '']}>
        {data?.map((key) => (
          <tr key={key.id}>
            <td>
              {key.name} <code>…{key.last_four}</code>
            </td>
            <td>{key.scopes.join(', ')}</td>
            <td>{key.expires_at ? formatTime(key.expires_at) : t.never}</td>
            <td>{key.last_used_at ? formatTime(key.last_used_at) : t.never}</td>
            <td>
              {key.revoked_at !== null && t.keys.revoked}
              {key.id === session.value?.key_id && t.keys.current}
              {key.revoked_at === null && key.id !== session.value?.key_id && (
                <button
                  type="button"
                  aria-label={`${t.keys.revoke}: ${key.name}`}
                  onClick={() => {
                    setLeaving({ id: key.id, name: key.name });
                  }}
                >
                  {t.keys.revoke}
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {leaving && (
        <RevokeKey
          {...leaving}
          onClose={() => {
            setLeaving(undefined);
            reload();
          }}
        />
      )}
    </>
  );
};

export default Keys;
