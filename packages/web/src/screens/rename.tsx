import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { Field } from '../ui/field.tsx';
import { EditDialog } from './edit-dialog.tsx';

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
