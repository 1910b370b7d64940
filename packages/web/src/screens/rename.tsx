import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { Refusal } from '../loading/form.tsx';
import { useSubmit } from '../loading/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';

interface RenameProps {
  name: string | null;
  description: string | null;
  /** True where a record has to have a name. */
  isRequired: boolean;
  save: (named: { name: string; description: string | null }) => PromiseLike<unknown>;
  onSaved: () => void;
}

const RenameDialog = (props: RenameProps & { onClose: () => void }) => {
  const { name, description, isRequired, save, onSaved, onClose } = props;
  const t = texts();
  const submission = useSubmit(async ({ name: typed = '', description: about = '' }) => {
    await save({ name: typed, description: about || null });
    notify(t.saved);
    onClose();
    onSaved();
  });
  return (
    <Modal label={t.rename} onClose={onClose}>
      <h2>{t.rename}</h2>
      <form onSubmit={submission.onSubmit}>
        <Field
          label={t.themes.name}
          name="name"
          defaultValue={name ?? ''}
          error={submission.errorOf('name')}
          required={isRequired}
        />
        <Field
          label={t.webhooks.description}
          name="description"
          defaultValue={description ?? ''}
          error={submission.errorOf('description')}
        />
        <div class="inline">
          <button class="primary" disabled={submission.isBusy}>
            {t.save}
          </button>
          <button type="button" onClick={onClose}>
            {t.keys.cancel}
          </button>
        </div>
        <Refusal submission={submission} />
      </form>
    </Modal>
  );
};

/** Gives a palette or theme another name, and says what it is for. */
export const Rename = (props: RenameProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {texts().rename}
      </button>
      {isOpen && (
        <RenameDialog
          {...props}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
