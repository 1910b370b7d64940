import { ApiError } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { loadMethods, NO_METHODS } from '../../session/accounts.ts';
import type { Methods } from '../../session/accounts.ts';
import { platform } from '../../session/platform.ts';
import { adoptSession, openedLink, session } from '../../session/session.ts';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Entry, WaysIn } from './sign-in.tsx';

const leave = (): void => {
  openedLink.value = undefined;
};

/** Where the link in a mail to a new address leads: whoever is signed in takes the address. */
const NewEmailPage = () => {
  const t = texts().accounts;
  const token = openedLink.value?.token ?? '';
  const [methods, setMethods] = useState<Methods | undefined>(undefined);
  const isSignedIn = Boolean(session.value);
  useEffect(() => {
    if (!isSignedIn)
      loadMethods().then(setMethods, () => {
        setMethods(NO_METHODS);
      });
  }, [isSignedIn]);
  const submission = useSubmit(async () => {
    const { email } = await platform.account.email.confirm({ token });
    const { value: known } = session;
    if (known?.member) adoptSession({ ...known, member: { ...known.member, email } });
    notify(t.emailChanged(email));
    leave();
  });
  const { error } = submission;
  const isGone = error instanceof ApiError && [403, 404].includes(error.status);
  return (
    <Entry key={String(isSignedIn)}>
      <h1>{t.newEmailTitle}</h1>
      {!isSignedIn && (
        <>
          <p>{t.newEmailSignIn}</p>
          {methods ? <WaysIn methods={methods} /> : <Skeleton />}
        </>
      )}
      {isSignedIn && (
        <form method="post" onSubmit={submission.onSubmit}>
          <p>{t.signedInAs(session.value?.member?.email ?? session.value?.name ?? '')}</p>
          <p>{isGone ? t.newEmailGone : t.newEmailHint}</p>
          <div class="inline">
            {!isGone && (
              <button class="primary" disabled={submission.isBusy}>
                {t.newEmailTake}
              </button>
            )}
            <button type="button" onClick={leave}>
              {t.toConsole}
            </button>
          </div>
          {!isGone && <Problem error={error} />}
        </form>
      )}
    </Entry>
  );
};

export default NewEmailPage;
