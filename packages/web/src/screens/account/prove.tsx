import { ApiError } from '@platform/client';
import type { Input } from '@platform/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { Refusal } from '../../loading/form.tsx';
import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { answerWithPasskey } from '../../session/accounts.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { passwordIn, PasskeyButton } from '../entry/sign-in.tsx';

const ProofDialog = ({
  hasPassword,
  hasPasskey,
  onProven,
  onClose,
}: {
  hasPassword: boolean;
  hasPasskey: boolean;
  onProven: () => void;
  onClose: () => void;
}) => {
  const t = texts();
  const submission = useSubmit(async (_texts, form) => {
    await platform.account.prove({ password: passwordIn(form) });
    onProven();
  });
  const proveByPasskey = async (): Promise<undefined> => {
    const answer = await answerWithPasskey(await platform.account.requestProof());
    await platform.account.prove(answer as Input<'account.prove'>);
  };
  return (
    <Modal label={t.accounts.prove} onClose={onClose}>
      <h2>{t.accounts.prove}</h2>
      <p>{t.accounts.proveHint}</p>
      {hasPassword && (
        <form method="post" onSubmit={submission.onSubmit}>
          <Field
            label={t.signIn.password}
            name="password"
            type="password"
            autocomplete="current-password"
            error={submission.errorOf('password')}
            required
          />
          <button class="primary" disabled={submission.isBusy}>
            {t.accounts.goOn}
          </button>
          <Refusal submission={submission} />
        </form>
      )}
      <div class="inline">
        {hasPasskey && (
          <PasskeyButton title={t.accounts.usePasskey} work={proveByPasskey} onAnswer={onProven} />
        )}
        <button type="button" onClick={onClose}>
          {t.accounts.cancel}
        </button>
      </div>
    </Modal>
  );
};

/** Runs once somebody has proved who they are. */
interface Pending {
  work: () => Promise<unknown>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Does what changes a way into the account. Where the platform wants to know first who is there, a
 * dialog asks, and what was wanted is done then.
 */
export const useProof = (known: {
  hasPassword: boolean;
  hasPasskey: boolean;
}): { proven: (work: () => Promise<unknown>) => Promise<void>; dialog: ComponentChildren } => {
  const [pending, setPending] = useState<Pending | undefined>(undefined);
  const proven = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proof_required') throw error;
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      setPending({
        work,
        reject,
        resolve: () => {
          resolve(undefined);
        },
      });
      await promise;
    }
  };
  const dialog = pending && (
    <ProofDialog
      hasPassword={known.hasPassword}
      hasPasskey={known.hasPasskey}
      onProven={() => {
        setPending(undefined);
        pending.work().then(pending.resolve, pending.reject);
      }}
      onClose={() => {
        setPending(undefined);
        pending.reject(new Error(texts().accounts.notProven));
      }}
    />
  );
  return { proven, dialog };
};
