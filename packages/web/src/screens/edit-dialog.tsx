import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { Refusal } from '../loading/form.tsx';
import { useSubmit } from '../loading/use-submit.ts';
import type { FormTexts, Submission } from '../loading/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';

interface EditDialogProps {
  title: string;
  save: (fields: FormTexts) => PromiseLike<unknown>;
  onClose: () => void;
  onSaved: () => void;
  /** The fields, each with what is wrong with it. */
  children: (errorOf: Submission['errorOf']) => ComponentChildren;
}

/** Changes a record of a list over the list. */
export const EditDialog = ({ title, save, onClose, onSaved, children }: EditDialogProps) => {
  const t = texts();
  const submission = useSubmit(async (fields) => {
    await save(fields);
    notify(t.saved);
    onClose();
    onSaved();
  });
  return (
    <Modal label={title} onClose={onClose}>
      <h2>{title}</h2>
      <form onSubmit={submission.onSubmit}>
        {children(submission.errorOf)}
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

/** Opens the dialog that changes the record of a row, whose name is told to those who can't see the row. */
export const EditButton = ({ name, onEdit }: { name: string; onEdit: () => void }) => (
  <button type="button" aria-label={`${texts().edit}: ${name}`} onClick={onEdit}>
    {texts().edit}
  </button>
);

interface RenameProps {
  name: string | null;
  description: string | null;
  /** True where a record has to have a name. */
  isRequired: boolean;
  save: (named: { name: string; description: string | null }) => PromiseLike<unknown>;
  onSaved: () => void;
}

/** Gives a palette or theme another name, and says what it is for. */
export const Rename = ({ name, description, isRequired, save, onSaved }: RenameProps) => {
  const t = texts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.rename}
      </button>
      {isOpen && (
        <EditDialog
          title={t.rename}
          save={({ name: typed = '', description: about = '' }) =>
            save({ name: typed, description: about || null })
          }
          onClose={() => {
            setOpen(false);
          }}
          onSaved={onSaved}
        >
          {(errorOf) => (
            <>
              <Field
                label={t.themes.name}
                name="name"
                defaultValue={name ?? ''}
                error={errorOf('name')}
                required={isRequired}
              />
              <Field
                label={t.webhooks.description}
                name="description"
                defaultValue={description ?? ''}
                error={errorOf('description')}
              />
            </>
          )}
        </EditDialog>
      )}
    </>
  );
};
