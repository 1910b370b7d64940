import type { Input, Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { useLoad } from '../../loading/load.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { isPasskeyRefusal, makePasskey } from '../../session/accounts.ts';
import { platform } from '../../session/platform.ts';
import { adoptSession, session } from '../../session/session.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { passwordIn } from '../entry/sign-in.tsx';
import { Heading } from '../screen.tsx';
import { useProof } from './prove.tsx';
import { SecondFactor } from './second-factor.tsx';

type OwnAccount = Output<'account.show'>;

interface PartProps {
  account: OwnAccount;
  proven: (work: () => Promise<unknown>) => Promise<void>;
  onChanged: () => void;
}

const Profile = ({ account, onChanged }: Pick<PartProps, 'account' | 'onChanged'>) => {
  const t = texts();
  const submission = useSubmit(async ({ name = '' }) => {
    await platform.account.update({ name });
    if (session.value) adoptSession({ ...session.value, name: name === '' ? account.email : name });
    notify(t.saved);
    onChanged();
  });
  return (
    <section>
      <h2>{t.accounts.profile}</h2>
      <form onSubmit={submission.onSubmit}>
        <Field
          label={t.accounts.name}
          hint={t.accounts.nameHint}
          name="name"
          autocomplete="name"
          value={account.name ?? ''}
          error={submission.errorOf('name')}
        />
        <button disabled={submission.isBusy}>{t.save}</button>
        <Refusal submission={submission} />
      </form>
    </section>
  );
};

/** The address that signs one in, and another one that is to take its place. */
const Email = ({ account, proven, onChanged }: PartProps) => {
  const t = texts();
  const { isBusy, act } = useAct();
  const ask = async (email: string): Promise<void> => {
    await proven(() => platform.account.email.change({ email }));
    notify(t.accounts.emailSent(email));
    onChanged();
  };
  const submission = useSubmit(async ({ email = '' }, form) => {
    await ask(email);
    form.reset();
  });
  return (
    <section>
      <h2>{t.accounts.email}</h2>
      <p>
        {account.email}{' '}
        <span class="quiet">{account.email_verified ? t.accounts.verified : t.accounts.unverified}</span>
      </p>
      {!account.email_verified && account.pending_email !== account.email && (
        <p>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => {
              act(() => ask(account.email));
            }}
          >
            {t.accounts.proveEmail}
          </button>
        </p>
      )}
      {account.pending_email !== null && (
        <p role="status">
          {t.accounts.emailWaits(account.pending_email)}{' '}
          <button
            type="button"
            class="link"
            disabled={isBusy}
            onClick={() => {
              act(async () => {
                await platform.account.email.withdraw();
                onChanged();
              });
            }}
          >
            {t.accounts.keepEmail}
          </button>
        </p>
      )}
      <form class="inline" onSubmit={submission.onSubmit}>
        <Field
          label={t.accounts.newEmail}
          name="email"
          type="email"
          autocomplete="email"
          error={submission.errorOf('email')}
          required
        />
        <button disabled={submission.isBusy}>{t.accounts.changeEmail}</button>
        <Refusal submission={submission} />
      </form>
    </section>
  );
};

const Password = ({ account, proven, onChanged }: PartProps) => {
  const t = texts().accounts;
  const submission = useSubmit(async (_texts, form) => {
    const password = passwordIn(form);
    await proven(() => platform.account.setPassword({ password }));
    form.reset();
    notify(t.passwordSet);
    onChanged();
  });
  return (
    <section>
      <h2>{account.has_password ? t.changePassword : t.addPassword}</h2>
      <form method="post" onSubmit={submission.onSubmit}>
        <input
          class="unseen"
          name="username"
          autocomplete="username"
          value={account.email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <Field
          label={t.newPassword}
          hint={`${t.passwordHint} ${t.endsOthers}`}
          name="password"
          type="password"
          autocomplete="new-password"
          error={submission.errorOf('password')}
          required
        />
        <button disabled={submission.isBusy}>{t.setPassword}</button>
        <Refusal submission={submission} />
      </form>
    </section>
  );
};

const Passkeys = ({ account, proven, onChanged }: PartProps) => {
  const t = texts();
  const { isBusy, act } = useAct();
  const [error, setError] = useState<unknown>(undefined);
  const submission = useSubmit(async ({ name = '' }, form) => {
    setError(undefined);
    try {
      await proven(async () => {
        const made = await makePasskey(await platform.account.passkeys.request());
        await platform.account.passkeys.add({ ...made, name } as Input<'account.passkeys.add'>);
      });
    } catch (failure) {
      if (!isPasskeyRefusal(failure)) throw failure;
      setError(new Error(t.signIn.noPasskey));
      return;
    }
    form.reset();
    onChanged();
  });
  return (
    <section>
      <h2>{t.accounts.passkeys}</h2>
      <p>{t.accounts.passkeysHint}</p>
      {account.passkeys.length > 0 && (
        <Table
          label={t.accounts.passkeys}
          heads={[t.accounts.passkeyName, t.accounts.added, t.accounts.lastUsed, '']}
        >
          {account.passkeys.map(
            ({ id, name, is_synced: isSynced, created_at: added, last_used_at: used }) => (
              <tr key={id}>
                <td>
                  {name}
                  {isSynced && <p class="quiet">{t.accounts.synced}</p>}
                </td>
                <td class="whole">{formatTime(added)}</td>
                <td class="whole">{used === null ? t.never : formatTime(used)}</td>
                <td class="actions">
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={`${t.remove}: ${name}`}
                    onClick={() => {
                      act(() =>
                        proven(async () => {
                          await platform.account.passkeys.remove(id);
                          onChanged();
                        }),
                      );
                    }}
                  >
                    {t.remove}
                  </button>
                </td>
              </tr>
            ),
          )}
        </Table>
      )}
      <form class="inline" onSubmit={submission.onSubmit}>
        <Field
          label={t.accounts.passkeyName}
          name="name"
          maxLength={100}
          placeholder={t.accounts.passkeyExample}
          error={submission.errorOf('name')}
          required
        />
        <button disabled={submission.isBusy}>{t.accounts.addPasskey}</button>
        <Problem error={submission.error ?? error} />
      </form>
    </section>
  );
};

/** How somebody signs in, and where else they are signed in. */
const AccountScreen = () => {
  const t = texts();
  const loaded = useLoad('account', () => platform.account.show());
  const account = loaded.data;
  const { proven, dialog } = useProof({
    hasPassword: account?.has_password ?? true,
    hasPasskey: (account?.passkeys.length ?? 0) > 0,
  });
  return (
    <>
      <Heading title={t.accounts.title} />
      <Problem error={loaded.error} retry={loaded.reload} />
      {!account && loaded.error === undefined && <Skeleton />}
      {account && (
        <>
          <Profile account={account} onChanged={loaded.reload} />
          <Email account={account} proven={proven} onChanged={loaded.reload} />
          <Password account={account} proven={proven} onChanged={loaded.reload} />
          <Passkeys account={account} proven={proven} onChanged={loaded.reload} />
          <SecondFactor account={account} proven={proven} onChanged={loaded.reload} />
          <section>
            <h2>{t.accounts.devices}</h2>
            <p>
              <a href="/console/sessions">{t.accounts.toSessions}</a>
            </p>
          </section>
        </>
      )}
      {dialog}
    </>
  );
};

export default AccountScreen;
