import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { join, joinWithPasskey, loadMethods, NO_METHODS, tokenOf } from '../../session/accounts.ts';
import type { Methods } from '../../session/accounts.ts';
import { platform } from '../../session/platform.ts';
import { cameByLink } from '../../session/session.ts';
import { Field } from '../../ui/field.tsx';
import { Entry, PasskeyButton, passwordIn } from './sign-in.tsx';

/**
 * The form that makes an account, with a password or a passkey.
 * @param tokenFor the secret of the invitation that it takes up
 */
export const NewAccountForm = ({
  tokenFor,
  email,
  hasPasskeys,
  onDone,
}: {
  tokenFor: (form: HTMLFormElement) => Promise<string>;
  /** Known by the invitation; undefined: the form asks for it. */
  email: string | undefined;
  hasPasskeys: boolean;
  onDone: () => void;
}) => {
  const t = texts().accounts;
  const submission = useSubmit(async ({ name = '' }, form) => {
    await join(await tokenFor(form), name, passwordIn(form));
    onDone();
  });
  return (
    <form id="new-account" method="post" onSubmit={submission.onSubmit}>
      {email === undefined ? (
        <Field
          label={texts().signIn.email}
          name="email"
          type="email"
          autocomplete="username"
          error={submission.errorOf('email')}
          required
        />
      ) : (
        // For password managers.
        <input
          class="unseen"
          name="username"
          autocomplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
      )}
      <Field
        label={t.name}
        hint={t.nameHint}
        name="name"
        autocomplete="name"
        error={submission.errorOf('name')}
      />
      <Field
        label={t.newPassword}
        hint={t.passwordHint}
        name="password"
        type="password"
        autocomplete="new-password"
        error={submission.errorOf('password')}
        required
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.createAccount}
      </button>
      {hasPasskeys && (
        <PasskeyButton
          title={t.passkeyInstead}
          work={async () => {
            const form = document.querySelector<HTMLFormElement>('#new-account');
            if (!form) return undefined;
            const name = new FormData(form).get('name');
            await joinWithPasskey(await tokenFor(form), typeof name === 'string' ? name.trim() : '');
            return undefined;
          }}
          onAnswer={onDone}
        />
      )}
      <Refusal submission={submission} />
    </form>
  );
};

const leave = (): void => {
  cameByLink.value = false;
};

/** Makes the account of the owner, who has come by the sign-in link of the first start. */
const FirstAccountPage = () => {
  const t = texts().accounts;
  const [methods, setMethods] = useState<Methods>(NO_METHODS);
  const made = useRef<{ id: string; email: string; token: string } | undefined>(undefined);
  useEffect(() => {
    loadMethods().then(setMethods, () => undefined);
  }, []);

  /** The secret of the owner's invitation, which is made once for an address. */
  const tokenFor = async (form: HTMLFormElement): Promise<string> => {
    const typed = new FormData(form).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    if (made.current?.email === email) return made.current.token;
    if (made.current) await platform.members.remove(made.current.id);
    made.current = undefined;
    // One of an earlier try, which was not finished.
    const known = await platform.members.list().all();
    const open = known.find((one) => one.status !== 'joined' && one.email === email);
    if (open) await platform.members.remove(open.id);
    const { id, invitation_url: url } = await platform.members.invite({ email, role: 'owner' });
    made.current = { id, email, token: tokenOf(url) };
    return made.current.token;
  };

  return (
    <Entry>
      <h1>{t.firstTitle}</h1>
      <p>{t.firstHint}</p>
      <NewAccountForm tokenFor={tokenFor} email={undefined} hasPasskeys={methods.passkey} onDone={leave} />
      <p>
        <button type="button" class="link" onClick={leave}>
          {t.later}
        </button>
      </p>
    </Entry>
  );
};

export default FirstAccountPage;
