import { ApiError } from '@platform/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { Refusal } from '../../loading/form.tsx';
import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import {
  chooseOrganisation,
  isPasskeyRefusal,
  leaveForIdentityProvider,
  loadMethods,
  NO_METHODS,
  requestReset,
  sendCode,
  signInWithPasskey,
  signInWithPassword,
} from '../../session/accounts.ts';
import type { Choice, Methods, SecondStep, SignInStep } from '../../session/accounts.ts';
import { endedSession, signIn, signInFailure } from '../../session/session.ts';
import { Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

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

/** Reads a password field, blanks included. */
export const passwordIn = (form: HTMLFormElement): string => {
  const value = new FormData(form).get('password');
  return typeof value === 'string' ? value : '';
};

/** Asks for a passkey, and says so where nobody gives one. */
export const PasskeyButton = ({
  title,
  onAnswer,
  work,
}: {
  title: string;
  work: () => Promise<SignInStep | undefined>;
  onAnswer: (step: SignInStep | undefined) => void;
}) => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const ask = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      onAnswer(await work());
    } catch (failure) {
      setError(isPasskeyRefusal(failure) ? new Error(texts().signIn.noPasskey) : failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class="wide" disabled={isBusy} onClick={() => void ask()}>
        {title}
      </button>
      <Problem error={error} />
    </>
  );
};

/** The form that trades a key for a session. */
const KeyForm = () => {
  const t = texts().signIn;
  const submission = useSubmit(({ key = '' }) => signIn(key));
  const isRefused = submission.error instanceof ApiError && submission.error.status === 401;
  return (
    <form method="post" onSubmit={submission.onSubmit}>
      <Field
        label={t.key}
        hint={t.hint}
        error={isRefused ? t.refused : submission.errorOf('key')}
        name="key"
        type="password"
        autocomplete="current-password"
        required
      />
      <button class="primary">{t.submit}</button>
      {!isRefused && <Refusal submission={submission} />}
    </form>
  );
};

const PasswordForm = ({
  onStep,
  onForgotten,
}: {
  onStep: (step: SignInStep) => void;
  onForgotten: () => void;
}) => {
  const t = texts().signIn;
  const submission = useSubmit(async ({ email = '' }, form) => {
    const step = await signInWithPassword(email, passwordIn(form));
    if (step) onStep(step);
  });
  return (
    <form method="post" onSubmit={submission.onSubmit}>
      <Field
        label={t.email}
        name="email"
        type="email"
        autocomplete="username"
        error={submission.errorOf('email')}
        required
      />
      <Field
        label={t.password}
        name="password"
        type="password"
        autocomplete="current-password"
        error={submission.errorOf('password')}
        required
      />
      <div class="inline">
        <button class="primary" disabled={submission.isBusy}>
          {t.submit}
        </button>
        <button type="button" class="link" onClick={onForgotten}>
          {t.forgotten}
        </button>
      </div>
      <Refusal submission={submission} />
    </form>
  );
};

/** Asks for a mail with a link, or says who makes one where no mail is sent. */
const Forgotten = ({ hasMail, onBack }: { hasMail: boolean; onBack: () => void }) => {
  const t = texts().signIn;
  const [isSent, setSent] = useState(false);
  const submission = useSubmit(async ({ email = '' }) => {
    await requestReset(email);
    setSent(true);
  });
  return (
    <>
      <h2>{t.forgotten}</h2>
      {!hasMail && <p>{t.askOwner}</p>}
      {hasMail && isSent && <p role="status">{t.resetSent}</p>}
      {hasMail && !isSent && (
        <form method="post" onSubmit={submission.onSubmit}>
          <Field
            label={t.email}
            hint={t.resetHint}
            name="email"
            type="email"
            autocomplete="username"
            error={submission.errorOf('email')}
            required
          />
          <button class="primary" disabled={submission.isBusy}>
            {t.sendReset}
          </button>
          <Refusal submission={submission} />
        </form>
      )}
      <p>
        <button type="button" class="link" onClick={onBack}>
          {t.back}
        </button>
      </p>
    </>
  );
};

const SecondFactor = ({
  steps,
  onStep,
  onBack,
}: {
  steps: readonly SecondStep[];
  onStep: (step: SignInStep | undefined) => void;
  onBack: () => void;
}) => {
  const t = texts().signIn;
  const [isRecovering, setRecovering] = useState(!steps.includes('totp'));
  const submission = useSubmit(async ({ code = '' }) => {
    onStep(await sendCode(code));
  });
  return (
    <>
      <h2>{t.secondStep}</h2>
      {steps.includes('passkey') && (
        <PasskeyButton title={t.withPasskey} work={signInWithPasskey} onAnswer={onStep} />
      )}
      <form method="post" onSubmit={submission.onSubmit}>
        {isRecovering ? (
          <Field
            key="recovery"
            label={t.recoveryCode}
            hint={t.recoveryHint}
            name="code"
            autocomplete="off"
            required
          />
        ) : (
          <Field
            key="totp"
            label={t.code}
            hint={t.codeHint}
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            required
          />
        )}
        <button class="primary" disabled={submission.isBusy}>
          {t.submit}
        </button>
        <Refusal submission={submission} />
      </form>
      <p class="inline">
        {steps.includes('totp') && (
          <button
            type="button"
            class="link"
            onClick={() => {
              setRecovering(!isRecovering);
            }}
          >
            {isRecovering ? t.useCode : t.useRecovery}
          </button>
        )}
        <button type="button" class="link" onClick={onBack}>
          {t.back}
        </button>
      </p>
    </>
  );
};

/** The organisations that somebody belongs to, one of which they go on in. */
const Organisations = ({
  email,
  organisations,
  onStep,
}: {
  email: string;
  organisations: readonly Choice[];
  onStep: (step: SignInStep | undefined) => void;
}) => {
  const t = texts();
  const submission = useSubmit(async (_texts, form) => {
    onStep(await chooseOrganisation(form.dataset['chosen'] ?? ''));
  });
  return (
    <>
      <h2>{t.signIn.choose}</h2>
      <p>
        {t.signIn.chooseHint(email)}
        {organisations.some((one) => one.is_invitation) && ` ${t.signIn.chooseInvited}`}
      </p>
      <form class="choices" method="post" onSubmit={submission.onSubmit}>
        {organisations.map(({ id, name, role, is_invitation: isInvitation }) => (
          <button
            key={id}
            class="choice"
            disabled={submission.isBusy}
            onClick={(event) => {
              const { form } = event.currentTarget;
              if (form) form.dataset['chosen'] = id;
            }}
          >
            <bdi>{name}</bdi>
            <span class="quiet">
              {isInvitation ? t.signIn.invitedAs(t.members.roles[role]) : t.members.roles[role]}
            </span>
          </button>
        ))}
        <Refusal submission={submission} />
      </form>
    </>
  );
};

/** A page that stands alone: before anybody is signed in. */
export const Entry = ({ children }: { children: ComponentChildren }) => {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  }, []);
  return (
    <main class="sign-in" ref={page}>
      {children}
    </main>
  );
};

/** The ways in, and what is left to do after the first of them. */
export const WaysIn = ({ methods, onDone }: { methods: Methods; onDone?: () => void }) => {
  const t = texts().signIn;
  const [step, setStep] = useState<SignInStep | undefined>(undefined);
  const [isForgotten, setForgotten] = useState(false);
  const back = (): void => {
    setStep(undefined);
    setForgotten(false);
  };
  const goOn = (next: SignInStep | undefined): void => {
    setStep(next);
    if (!next) onDone?.();
  };
  const place = useRef<HTMLDivElement>(null);
  const shown = isForgotten ? 'forgotten' : (step?.state ?? 'start');
  // Where another step appears, typing goes on in it.
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, .choice')?.focus();
  }, [shown]);
  return (
    <div class="ways-in" ref={place}>
      {shown === 'forgotten' && <Forgotten hasMail={methods.reset_mail} onBack={back} />}
      {!isForgotten && step?.state === 'second_factor' && (
        <SecondFactor steps={step.steps} onStep={goOn} onBack={back} />
      )}
      {!isForgotten && step?.state === 'organisation' && (
        <Organisations email={step.email} organisations={step.organisations} onStep={goOn} />
      )}
      {shown === 'start' && (
        <>
          {methods.account && (
            <>
              <PasswordForm
                onStep={goOn}
                onForgotten={() => {
                  setForgotten(true);
                }}
              />
              {methods.passkey && (
                <PasskeyButton title={t.withPasskey} work={signInWithPasskey} onAnswer={goOn} />
              )}
            </>
          )}
          {methods.oidc && (
            <button type="button" class="wide" onClick={leaveForIdentityProvider}>
              {t.withProvider}
            </button>
          )}
        </>
      )}
    </div>
  );
};

/** The page to sign in on. */
export const SignIn = () => {
  const t = texts();
  const [methods, setMethods] = useState<Methods | undefined>(undefined);
  useEffect(() => {
    // A key signs in whatever becomes of this question.
    loadMethods().then(setMethods, () => {
      setMethods(NO_METHODS);
    });
  }, []);
  const hadKey = endedSession.value !== undefined && endedSession.value.member === null;
  return (
    <Entry key={String(methods !== undefined)}>
      <h1>{t.productName}</h1>
      <p>{t.about}</p>
      <Failure />
      {methods && !methods.account && <KeyForm />}
      {methods && <WaysIn methods={methods} />}
      {methods?.account && (
        <details open={hadKey}>
          <summary>{t.signIn.withKey}</summary>
          <KeyForm />
        </details>
      )}
      <p class="quiet">
        <a href="/docs">{t.openReference}</a>
      </p>
    </Entry>
  );
};
