import { ApiError } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { resetPassword, showReset } from '../../session/accounts.ts';
import { openedLink, session } from '../../session/session.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Entry, passwordIn } from './sign-in.tsx';

const leave = (): void => {
  openedLink.value = undefined;
};

/** Where a link for a new password leads. */
const ResetPage = () => {
  const t = texts().accounts;
  const token = openedLink.value?.token ?? '';
  const [link, setLink] = useState<Awaited<ReturnType<typeof showReset>> | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    showReset(token).then(setLink, setError);
  }, [token]);
  const submission = useSubmit(async (_texts, form) => {
    await resetPassword(token, passwordIn(form));
    // Its sessions have ended, and this may have been one of them.
    if (session.value) location.assign('/console/');
    notify(t.passwordSet);
    leave();
  });
  if (error instanceof ApiError && error.status === 404)
    return (
      <Entry>
        <h1>{t.linkGone}</h1>
        <p>{t.linkGoneHint}</p>
        <button type="button" onClick={leave}>
          {t.toConsole}
        </button>
      </Entry>
    );
  return (
    <Entry key={String(link !== undefined)}>
      <h1>{t.setNewPassword}</h1>
      <Problem error={error} />
      {!link && error === undefined && <Skeleton />}
      {link && (
        <form method="post" onSubmit={submission.onSubmit}>
          <p>{t.resetFor(link.email)}</p>
          {link.removes_second_factor && <p>{t.resetRemoves}</p>}
          <input
            class="unseen"
            name="username"
            autocomplete="username"
            value={link.email}
            readOnly
            tabIndex={-1}
            aria-hidden
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
            {t.setPassword}
          </button>
          <Refusal submission={submission} />
        </form>
      )}
    </Entry>
  );
};

export default ResetPage;
