import type { Input } from '@platform/client';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

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
