import { useState } from 'preact/hooks';
import { encode } from 'uqr';

import { Refusal } from '../../loading/form.tsx';
import { texts } from '../../i18n/language.ts';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import type { Output } from '@platform/client';

type OwnAccount = Output<'account.show'>;

/** An address as a QR code, dark on light in every theme, as cameras want it. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

/** Recovery codes, which are shown this once. */
const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const t = texts().accounts;
  return (
    <div role="status" class="recovery">
      <p>{t.recoveryOnce}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="inline">
        <CopyButton text={codes.join('\n')} />
        <button type="button" class="primary" onClick={onKept}>
          {t.kept}
        </button>
      </div>
    </div>
  );
};

/** Sets an app up: its secret as a picture and as text, then a first code. */
const AppSetup = ({
  secret,
  uri,
  onCodes,
  onCancel,
}: {
  secret: string;
  uri: string;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}) => {
  const t = texts();
  const submission = useSubmit(async ({ code = '' }) => {
    onCodes((await platform.account.totp.confirm({ code })).codes);
  });
  return (
    <form onSubmit={submission.onSubmit}>
      <p>{t.accounts.scan}</p>
      <QrCode text={uri} label={t.accounts.qrCode} />
      <p class="code">
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} />
      </p>
      <Field
        label={t.signIn.code}
        hint={t.accounts.firstCode}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        error={submission.errorOf('code')}
        required
      />
      <div class="inline">
        <button class="primary" disabled={submission.isBusy}>
          {t.accounts.turnOn}
        </button>
        <button type="button" onClick={onCancel}>
          {t.accounts.cancel}
        </button>
      </div>
      <Refusal submission={submission} />
    </form>
  );
};

/** The step after the password: an app that shows codes, or a passkey. */
export const SecondFactor = ({
  account,
  proven,
  onChanged,
}: {
  account: OwnAccount;
  proven: (work: () => Promise<unknown>) => Promise<void>;
  onChanged: () => void;
}) => {
  const t = texts().accounts;
  const { isBusy, act } = useAct();
  const [app, setApp] = useState<{ secret: string; uri: string } | undefined>(undefined);
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined);
  const show = (made: readonly string[]): void => {
    setApp(undefined);
    setCodes(made);
    onChanged();
  };
  const startApp = async (): Promise<void> => {
    const { secret, uri } = await platform.account.totp.start();
    setApp({ secret, uri });
  };
  const button = (title: string, work: () => Promise<unknown>, kind = '') => (
    <button
      type="button"
      class={kind}
      disabled={isBusy}
      onClick={() => {
        act(() => proven(work));
      }}
    >
      {title}
    </button>
  );
  return (
    <section>
      <h2>{t.secondStep}</h2>
      <p>{account.second_factor ? t.secondStepOn(account.recovery_codes) : t.secondStepOff}</p>
      {codes && (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes(undefined);
          }}
        />
      )}
      {app && (
        <AppSetup
          secret={app.secret}
          uri={app.uri}
          onCodes={show}
          onCancel={() => {
            setApp(undefined);
          }}
        />
      )}
      {!codes && !app && (
        <div class="inline">
          {button(account.totp ? t.anotherApp : t.addApp, startApp)}
          {!account.second_factor &&
            account.passkeys.length > 0 &&
            button(t.byPasskey, async () => {
              show((await platform.account.secondFactor.turnOn()).codes);
            })}
          {account.second_factor &&
            button(t.newCodes, async () => {
              show((await platform.account.recoveryCodes.renew()).codes);
            })}
          {account.second_factor &&
            button(
              t.turnOff,
              async () => {
                await platform.account.secondFactor.turnOff();
                onChanged();
              },
              'danger',
            )}
        </div>
      )}
    </section>
  );
};
