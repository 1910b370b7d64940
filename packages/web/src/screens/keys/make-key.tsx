import './keys.css';

import { grants, OPERATORS_SCOPE, SCOPES } from '@platform/identity/scopes';
import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { Form, Refusal } from '../../loading/form.tsx';
import { SecretOnce } from '../../ui/copy-button.tsx';

/** Scope that a key may have; a session's other permissions are not scopes of keys. */
export type KeyScope = (typeof SCOPES)[number];

/** Scopes for what keys are made for most; the catalogue says what each is for. */
export const PRESETS = {
  statistics: ['websites:read', 'stats:read'],
  reports: ['reports:write'],
  tokens: ['palettes:read', 'tokens:write'],
  design: ['palettes:write', 'themes:write', 'tokens:write', 'workspaces:write'],
  reader: SCOPES.filter((scope) => scope.endsWith(':read') && scope !== OPERATORS_SCOPE),
  everything: SCOPES.filter((scope) => scope !== OPERATORS_SCOPE),
} as const satisfies Record<string, readonly KeyScope[]>;
type Preset = keyof typeof PRESETS;

const sameScopes = (one: readonly KeyScope[], other: readonly KeyScope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope));

/** A key's scopes, each with its sentence for those who point at it. */
export const ScopeList = ({ scopes }: { scopes: readonly (KeyScope | '*')[] }) => {
  const t = texts().keys;
  return (
    <ul class="scopes">
      {scopes.map((scope) => (
        <li key={scope} title={scope === '*' ? t.presets.everything.about : t.scopesAbout[scope]}>
          {scope}
        </li>
      ))}
    </ul>
  );
};

interface ScopeChoiceProps {
  chosen: readonly KeyScope[];
  error: string | undefined;
  onChoose: (change: (scopes: readonly KeyScope[]) => readonly KeyScope[]) => void;
}

/** Asks for scopes: presets, and the scopes one by one, each with a sentence. */
export const ScopeChoice = ({ chosen, error, onChoose }: ScopeChoiceProps) => {
  const t = texts().keys;
  // A key never exceeds the one that makes it.
  const allowed = SCOPES.filter((scope) => may(scope));
  const presets = (Object.keys(PRESETS) as Preset[]).filter((preset) => PRESETS[preset].every(may));
  const toggle = (scope: KeyScope): void => {
    // Not from what is shown: a draft puts several back at once.
    onChoose((before) =>
      before.includes(scope) ? before.filter((other) => other !== scope) : [...before, scope],
    );
  };
  const fields = useRef<HTMLFieldSetElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    // A preset types nothing, and a draft has what it ticks.
    if (isShown.current) fields.current?.dispatchEvent(new Event('change', { bubbles: true }));
    isShown.current = true;
  }, [chosen]);
  return (
    <fieldset ref={fields}>
      <legend>{t.scopes}</legend>
      <ul class="presets">
        {presets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              aria-pressed={sameScopes(PRESETS[preset], chosen)}
              onClick={(event) => {
                onChoose(() => PRESETS[preset]);
                // All that is missing now is a name.
                const name = event.currentTarget.form?.elements.namedItem('name');
                if (name instanceof HTMLInputElement && name.value === '') name.focus();
              }}
            >
              <strong>{t.presets[preset].title}</strong>
              <span>{t.presets[preset].about}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="scope-grid">
        {allowed.map((scope) => {
          // Writing includes reading: a tick there would change nothing.
          const isIncluded = !chosen.includes(scope) && grants(chosen, scope);
          return (
            <label key={scope} class="check">
              <input
                type="checkbox"
                name="scope"
                value={scope}
                checked={chosen.includes(scope)}
                onChange={() => {
                  toggle(scope);
                }}
              />
              <span>
                {scope}
                <span class="quiet">{isIncluded ? t.included : t.scopesAbout[scope]}</span>
              </span>
            </label>
          );
        })}
      </div>
      {error !== undefined && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};

/** When a key expires that lives for so many days from now. */
export const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString();

const DAY_MILLISECONDS = 86_400_000;
/** Days that a key lives; none for as long as the key that makes it. */
const LIFETIMES = ['', '7', '30', '90', '365'] as const;

/** The form for a new key, and the key itself, once. */
export const MakeKey = ({ onMade }: { onMade: () => void }) => {
  const t = texts().keys;
  const [made, setMade] = useState<string | undefined>(undefined);
  const [chosen, setChosen] = useState<readonly KeyScope[]>([]);
  const submission = useSubmit(async ({ name = '', days = '', limit = '', addresses = '' }, form) => {
    const { key } = await platform.keys.create({
      name,
      scopes: [...chosen],
      ...(days !== '' && {
        expires_at: daysFromNow(Number(days)),
      }),
      ...(limit !== '' && { rate_limit_per_minute: Number(limit) }),
      ...(addresses !== '' && { allowed_addresses: addresses.split(/\s+/) }),
    });
    setMade(key);
    setChosen([]);
    form.reset();
    onMade();
  });
  const { errorOf } = submission;
  return (
    <Form submission={submission} draft="key" isFirst class="wide-form">
      <Field label={t.name} name="name" error={errorOf('name')} required />
      <ScopeChoice chosen={chosen} error={errorOf('scopes')} onChoose={setChosen} />
      <details>
        <summary>{t.limits}</summary>
        <div class="inline">
          <Select
            label={t.lifetime}
            name="days"
            options={LIFETIMES.map((days) => [days, days === '' ? t.noEnd : t.days(Number(days))])}
            error={errorOf('expires_at')}
          />
          <Field
            label={t.rateLimit}
            hint={t.rateLimitHint}
            name="limit"
            type="number"
            min={1}
            error={errorOf('rate_limit_per_minute')}
          />
          <TextArea
            label={t.addresses}
            hint={t.addressesHint}
            name="addresses"
            rows={2}
            error={errorOf('allowed_addresses')}
          />
        </div>
      </details>
      <button class="primary" disabled={submission.isBusy}>
        {t.add}
      </button>
      <Refusal submission={submission} />
      {made !== undefined && <SecretOnce hint={t.shownOnce} secret={made} />}
    </Form>
  );
};
