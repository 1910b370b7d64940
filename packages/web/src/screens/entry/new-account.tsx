import { Refusal } from '../../loading/form.tsx';
import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { join, joinWithPasskey } from '../../session/accounts.ts';
import { Field } from '../../ui/field.tsx';
import { passwordIn, PasskeyButton } from './sign-in.tsx';

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
