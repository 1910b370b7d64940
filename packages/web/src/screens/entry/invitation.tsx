import { ApiError } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-submit.ts';
import { joinAsYourself, loadMethods, NO_METHODS, showInvitation } from '../../session/accounts.ts';
import type { Invitation, Methods } from '../../session/accounts.ts';
import { openedLink, session, signOut } from '../../session/session.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { NewAccountForm } from './new-account.tsx';
import { Entry, WaysIn } from './sign-in.tsx';

const leave = (): void => {
  openedLink.value = undefined;
};

/** Asks whoever is signed in already whether it is they who join. */
const JoinAsYourself = ({ token, invitation }: { token: string; invitation: Invitation }) => {
  const t = texts().accounts;
  const { isBusy, act } = useAct();
  if (invitation.belongs)
    return (
      <>
        <p>{t.belongs(invitation.signed_in_as ?? '')}</p>
        <button type="button" class="primary" onClick={leave}>
          {t.toConsole}
        </button>
      </>
    );
  return (
    <>
      <p>
        {invitation.signed_in_as === invitation.email
          ? t.signedInAs(invitation.signed_in_as)
          : t.signedInAsOther(invitation.signed_in_as ?? '', invitation.email)}
      </p>
      <div class="inline">
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          onClick={() => {
            act(async () => {
              await joinAsYourself(token);
              leave();
            });
          }}
        >
          {t.joinAs(invitation.signed_in_as ?? '')}
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            act(signOut);
          }}
        >
          {t.notYou}
        </button>
      </div>
    </>
  );
};

/** Where an invitation leads: an account is made, or somebody who has one joins. */
const InvitationPage = () => {
  const t = texts();
  const token = openedLink.value?.token ?? '';
  const [methods, setMethods] = useState<Methods>(NO_METHODS);
  const [invitation, setInvitation] = useState<Invitation | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [hasAccount, setHasAccount] = useState(false);
  const signedIn = session.value;
  useEffect(() => {
    setError(undefined);
    showInvitation(token).then(setInvitation, setError);
    loadMethods().then(setMethods, () => undefined);
    if (signedIn) setHasAccount(false);
  }, [token, signedIn]);

  if (error instanceof ApiError && error.status === 404)
    return (
      <Entry>
        <h1>{t.accounts.invitationGone}</h1>
        <p>{t.accounts.invitationGoneHint}</p>
        <button type="button" onClick={leave}>
          {t.accounts.toConsole}
        </button>
      </Entry>
    );
  return (
    <Entry key={String(invitation !== undefined)}>
      <h1>{invitation ? t.accounts.joinTitle(invitation.organisation) : t.productName}</h1>
      <Problem error={error} />
      {!invitation && error === undefined && <Skeleton />}
      {invitation && (
        <p>
          {t.accounts.invitedAs(
            t.members.roles[invitation.role],
            invitation.email,
            invitation.expires_at === null ? '' : formatTime(invitation.expires_at),
          )}
        </p>
      )}
      {invitation && invitation.signed_in_as !== null && (
        <JoinAsYourself token={token} invitation={invitation} />
      )}
      {invitation && invitation.signed_in_as === null && !hasAccount && (
        <>
          <NewAccountForm
            tokenFor={() => Promise.resolve(token)}
            email={invitation.email}
            hasPasskeys={methods.passkey}
            onDone={leave}
          />
          {(methods.account || methods.oidc) && (
            <p>
              <button
                type="button"
                class="link"
                onClick={() => {
                  setHasAccount(true);
                }}
              >
                {t.accounts.haveAccount}
              </button>
            </p>
          )}
        </>
      )}
      {invitation && invitation.signed_in_as === null && hasAccount && (
        <>
          <h2>{t.signIn.title}</h2>
          <WaysIn methods={methods} />
          <p>
            <button
              type="button"
              class="link"
              onClick={() => {
                setHasAccount(false);
              }}
            >
              {t.accounts.makeOne}
            </button>
          </p>
        </>
      )}
    </Entry>
  );
};

export default InvitationPage;
