import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';

/** Asks for the key's name before it revokes the key, as that can't be undone. */
export const RevokeKey = ({ id, name, onClose }: { id: string; name: string; onClose: () => void }) => {
  const t = texts().keys;
  const [typed, setTyped] = useState('');
  const submission = useSubmit(async () => {
    await platform.keys.revoke(id);
    onClose();
  });
  return (
    <Modal label={t.revoke} onClose={onClose}>
      <form onSubmit={submission.onSubmit}>
        <Field
          label={t.confirm(name)}
          autocomplete="off"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <button class="danger" disabled={typed !== name || submission.isBusy}>
          {t.revoke}
        </button>
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('dialog')?.close();
          }}
        >
          {t.cancel}
        </button>
        <Problem error={submission.error} />
      </form>
    </Modal>
  );
};
