import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../i18n/language.ts';
import { loadMethods, NO_METHODS, tokenOf } from '../../session/accounts.ts';
import type { Methods } from '../../session/accounts.ts';
import { platform } from '../../session/platform.ts';
import { cameByLink } from '../../session/session.ts';
import { NewAccountForm } from './new-account.tsx';
import { Entry } from './sign-in.tsx';

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

/** True where nobody has joined as an owner yet, so that only keys manage the organisation. */
export const lacksOwner = async (): Promise<boolean> => {
  const members = await platform.members.list().all();
  return !members.some(({ role, status }) => role === 'owner' && status === 'joined');
};
