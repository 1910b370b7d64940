import { ApiError } from '@platform/client';
import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { useSubmit } from '../loading/use-submit.ts';
import { hasIdentityProvider, leaveForIdentityProvider } from '../session/identity-provider.ts';
import { signIn, signInFailure } from '../session/session.ts';
import { Field } from '../ui/field.tsx';
import { Problem } from '../ui/problem.tsx';

/** Why an attempt to get in by a link or an identity provider led here. */
const Failure = () => {
  const { failures } = texts().signIn;
  const word = signInFailure.value;
  if (word === undefined) return null;
  return (
    <div class="problem" role="alert">
      <p>{Object.entries(failures).find(([known]) => known === word)?.[1] ?? failures.failed}</p>
    </div>
  );
};

/** The way in for members, where there is one. */
const ProviderButton = () => {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // A key signs in whatever becomes of this question.
    hasIdentityProvider().then(setThere, () => undefined);
  }, []);
  if (!isThere) return null;
  return (
    <p>
      <button type="button" onClick={leaveForIdentityProvider}>
        {texts().signIn.withProvider}
      </button>
    </p>
  );
};

/** The form that trades a key for a session. */
export const SignIn = () => {
  const t = texts();
  const form = useRef<HTMLFormElement>(null);
  const submission = useSubmit(({ key = '' }) => signIn(key));
  const isRefused = submission.error instanceof ApiError && submission.error.status === 401;
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  return (
    <main class="sign-in">
      <h1>{t.productName}</h1>
      <p>{t.about}</p>
      <Failure />
      <form ref={form} method="post" onSubmit={submission.onSubmit}>
        <Field
          label={t.signIn.key}
          hint={t.signIn.hint}
          error={isRefused ? t.signIn.refused : submission.errorOf('key')}
          name="key"
          type="password"
          autocomplete="current-password"
          required
        />
        <button class="primary" disabled={submission.isBusy}>
          {t.signIn.submit}
        </button>
        {!isRefused && <Problem error={submission.error} />}
      </form>
      <ProviderButton />
      <p class="quiet">
        <a href="/docs">{t.openReference}</a>
      </p>
    </main>
  );
};
