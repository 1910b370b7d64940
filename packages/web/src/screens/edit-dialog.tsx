import type { RequestOptions } from '@platform/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { Form, Refusal } from '../loading/form.tsx';
import { useLoad } from '../loading/load.tsx';
import { useSubmit } from '../loading/use-submit.ts';
import type { FormTexts, Submission } from '../loading/use-submit.ts';
import { changeVersion, versioned } from '../loading/versioned.ts';
import type { Answer, Versioned } from '../loading/versioned.ts';
import { whileWorking } from '../loading/timing.ts';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { Problem } from '../ui/problem.tsx';

/** Changes a record: its fields as they were typed, under the version that was seen. */
type Save<Data> = (fields: FormTexts, options: RequestOptions, record: Data) => PromiseLike<unknown>;

interface EditDialogProps<Data> {
  title: string;
  /** Reads the record as it is now, which a list may not show any more. */
  read: () => Answer<Data>;
  save: Save<Data>;
  onClose: () => void;
  onSaved: () => void;
  /** The fields, each with what is wrong with it. */
  children: (record: Data, errorOf: Submission['errorOf']) => ComponentChildren;
}

const EditForm = <Data,>(props: EditDialogProps<Data> & { opened: Versioned<Data> }) => {
  const { title, read, save, onClose, onSaved, children, opened } = props;
  const t = texts();
  const [tag, setTag] = useState(opened.tag);
  const submission = useSubmit(async (fields) => {
    await changeVersion(
      tag,
      (options) => save(fields, options, opened.record),
      async () => {
        setTag((await versioned(read())).tag);
      },
    );
    notify(t.saved);
    onClose();
    onSaved();
  });
  return (
    <Form draft={title} isChange basis={opened.tag} submission={submission}>
      {children(opened.record, submission.errorOf)}
      <div class="inline">
        <button class="primary" disabled={submission.isBusy}>
          {t.save}
        </button>
        <button
          type="button"
          onClick={(event) => {
            // The draft goes with it.
            event.currentTarget.form?.reset();
            onClose();
          }}
        >
          {t.keys.cancel}
        </button>
      </div>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Changes a record of a list over the list, unless somebody else has changed it since the dialog opened. */
export const EditDialog = <Data,>(props: EditDialogProps<Data>) => {
  const { title, read, onClose } = props;
  const { data, error, reload } = useLoad(`edit ${title}`, () => whileWorking(() => versioned(read())));
  // Opened with its fields, so that the focus begins in the first.
  if (!data && error === undefined) return null;
  return (
    <Modal label={title} onClose={onClose}>
      <h2>{title}</h2>
      {data ? <EditForm {...props} opened={data} /> : <Problem error={error} retry={reload} />}
    </Modal>
  );
};

/** Opens the dialog that changes the record of a row, whose name is told to those who can't see the row. */
export const EditButton = ({ name, onEdit }: { name: string; onEdit: () => void }) => (
  <button type="button" aria-label={`${texts().edit}: ${name}`} onClick={onEdit}>
    {texts().edit}
  </button>
);

interface Named {
  readonly name: string | null;
  readonly description: string | null;
}

interface RenameProps<Data> {
  read: () => Answer<Data>;
  /** True where a record has to have a name. */
  isRequired: boolean;
  save: (
    named: { name: string; description: string | null },
    options: RequestOptions,
  ) => PromiseLike<unknown>;
  onSaved: () => void;
}

/** Gives a palette or theme another name, and says what it is for. */
export const Rename = <Data extends Named>({ read, isRequired, save, onSaved }: RenameProps<Data>) => {
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
          read={read}
          save={({ name: typed = '', description: about = '' }, options) =>
            save({ name: typed, description: about || null }, options)
          }
          onClose={() => {
            setOpen(false);
          }}
          onSaved={onSaved}
        >
          {({ name, description }, errorOf) => (
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
