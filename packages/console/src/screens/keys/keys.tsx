import type { Input } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may, session } from '../../session/session.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';

type Scope = Input<'keys.create'>['scopes'][number];

const SCOPES: readonly Scope[] = [
  'websites:read',
  'websites:write',
  'stats:read',
  'reports:read',
  'reports:write',
  'palettes:read',
  'palettes:write',
  'tokens:write',
  'themes:write',
  'workspaces:read',
  'workspaces:write',
  'usage:read',
  'webhooks:write',
  'keys:admin',
  'operators:read',
];

/** The form for a new key, and the key itself, once. */
export const MakeKey = ({ onMade }: { onMade: () => void }) => {
  const t = texts().keys;
  const [made, setMade] = useState<string | undefined>(undefined);
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const submission = useSubmit(async ({ name = '' }, form) => {
    const { key } = await platform.keys.create({ name, scopes: [...chosen] });
    setMade(key);
    setChosen([]);
    form.reset();
    onMade();
  });
  const toggle = (scope: Scope): void => {
    setChosen((before) =>
      before.includes(scope) ? before.filter((other) => other !== scope) : [...before, scope],
    );
  };
  return (
    <form onSubmit={submission.onSubmit}>
      <Field label={t.name} name="name" error={submission.errorOf('name')} required />
      <fieldset>
        <legend>{t.scopes}</legend>
        {/* A key never exceeds the one that makes it. */}
        {SCOPES.filter(may).map((scope) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={() => {
                toggle(scope);
              }}
            />
            <span>{scope}</span>
          </label>
        ))}
        {submission.errorOf('scopes') !== undefined && (
          <p class="wrong" role="alert">
            {submission.errorOf('scopes')}
          </p>
        )}
      </fieldset>
      <button class="primary" disabled={submission.isBusy}>
        {t.add}
      </button>
      <Problem error={submission.error} />
      {made !== undefined && <SecretOnce hint={t.shownOnce} secret={made} />}
    </form>
  );
};

/** Asks for the key's name before it revokes the key, as that can't be undone. */
export const RevokeKey = ({ id, name, onClose }: { id: string; name: string; onClose: () => void }) => {
  const t = texts().keys;
  const [typed, setTyped] = useState('');
  const submission = useSubmit(async () => {
    await platform.keys.revoke(id);
    onClose();
  });
  return (
    <Modal label={t.revoke} onClose={onClose}>
      <form onSubmit={submission.onSubmit}>
        <Field
          label={t.confirm(name)}
          autocomplete="off"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <button class="danger" disabled={typed !== name || submission.isBusy}>
          {t.revoke}
        </button>
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('dialog')?.close();
          }}
        >
          {t.cancel}
        </button>
        <Problem error={submission.error} />
      </form>
    </Modal>
  );
};

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
