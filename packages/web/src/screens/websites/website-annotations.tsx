import type { Item } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoadOver } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { EditButton, EditDialog } from '../edit-dialog.tsx';
import { itemsOf, Pager, usePage } from '../pager.tsx';

type Annotation = Item<'websites.annotations.list'>;

const KINDS = ['note', 'deployment', 'fix'] as const satisfies readonly Annotation['kind'][];

/** An annotation as a form has it, but for its link. */
const annotationIn = ({ text = '', time = '', kind }: FormTexts) => ({
  text,
  kind: KINDS.find((one) => one === kind) ?? 'note',
  ...(time !== '' && { time: new Date(time).toISOString() }),
});

/** A time as a field for it has it: by the clock of whoever looks at it. */
const fieldTime = (iso: string): string =>
  // Swedish writes times as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(iso))
    .replace(' ', 'T');

interface AnnotationFieldsProps {
  annotation?: Annotation;
  errorOf: Submission['errorOf'];
}

const AnnotationFields = ({ annotation, errorOf }: AnnotationFieldsProps) => {
  const t = texts().website;
  return (
    <>
      <Field
        label={t.what}
        name="text"
        defaultValue={annotation?.text ?? ''}
        error={errorOf('text')}
        required
      />
      <Select
        label={t.annotationKind}
        name="kind"
        chosen={annotation?.kind ?? 'note'}
        options={Object.entries(t.annotationKinds)}
        error={errorOf('kind')}
      />
      <Field
        label={t.when}
        hint={annotation === undefined ? t.whenHint : undefined}
        name="time"
        type="datetime-local"
        defaultValue={annotation === undefined ? '' : fieldTime(annotation.time)}
        error={errorOf('time')}
        required={annotation !== undefined}
      />
      <Field
        label={t.link}
        name="url"
        inputMode="url"
        defaultValue={annotation?.url ?? ''}
        error={errorOf('url')}
      />
    </>
  );
};

const AddAnnotation = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts();
  const submission = useSubmit(async (fields, form) => {
    const { url = '' } = fields;
    await platform.websites.annotations.create(id, { ...annotationIn(fields), ...(url !== '' && { url }) });
    form.reset();
    onAdded();
  });
  return (
    <Form class="inline" draft="annotation" isFirst submission={submission}>
      <AnnotationFields errorOf={submission.errorOf} />
      <button class="primary" disabled={submission.isBusy}>
        {t.website.annotate}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Lists the events on a website, as its charts show them. */
export const WebsiteAnnotations = ({ id }: { id: number }) => {
  const t = texts();
  const { page, per_page } = usePage();
  const { data, error, reload } = useLoadOver(`annotations ${id} ${page} ${per_page}`, () =>
    platform.websites.annotations.list(id, { page, per_page }),
  );
  const removal = useRemoval(`annotations ${id}`, (one: number) =>
    platform.websites.annotations.delete(id, one),
  );
  const [edited, setEdited] = useState<Annotation | undefined>(undefined);
  return (
    <>
      {may('websites:write') && <AddAnnotation id={id} onAdded={reload} />}
      <Listing
        loaded={{ data: itemsOf(data), error, reload }}
        isShown={removal.isShown}
        empty={t.website.noAnnotations}
      >
        {(annotations) => (
          <Table
            label={t.website.tabs.annotations}
            heads={[t.website.when, t.website.annotationKind, t.website.what, t.website.link, '']}
          >
            {annotations.map((one) => (
              <tr key={one.id}>
                <td class="whole">{formatTime(one.time)}</td>
                <td>{t.website.annotationKinds[one.kind]}</td>
                <td>
                  {one.text}
                  {one.rating !== null && (
                    <span class="quiet"> · {t.website.annotationRatings[one.rating]}</span>
                  )}
                </td>
                <td>
                  {one.url !== null && (
                    <a href={one.url} target="_blank" rel="noreferrer">
                      {one.url}
                    </a>
                  )}
                </td>
                <td class="actions">
                  {may('websites:write') && (
                    <>
                      <EditButton
                        name={one.text}
                        onEdit={() => {
                          setEdited(one);
                        }}
                      />
                      <RemoveButton
                        name={one.text}
                        onRemove={() => {
                          removal.remove(one.id, one.text);
                        }}
                      />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <Pager meta={data?.meta} />
      {edited && (
        <EditDialog
          title={`${t.edit}: ${edited.text}`}
          read={() => platform.websites.annotations.show(id, edited.id)}
          save={({ url = '', time = '', ...fields }, options, shown) => {
            const changes = {
              ...annotationIn(fields),
              url: url === '' ? null : url,
              // A field has no seconds: a time that nobody touched keeps its own.
              ...(time !== fieldTime(shown.time) && { time: new Date(time).toISOString() }),
            };
            return platform.websites.annotations.update(id, edited.id, changes, options);
          }}
          onClose={() => {
            setEdited(undefined);
          }}
          onSaved={reload}
        >
          {(annotation, errorOf) => <AnnotationFields annotation={annotation} errorOf={errorOf} />}
        </EditDialog>
      )}
    </>
  );
};
