import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';

const AddAnnotation = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts();
  const submission = useSubmit(async ({ text = '', time = '', url = '', kind }, form) => {
    await platform.websites.annotations.create(id, {
      text,
      kind: kind === 'deployment' || kind === 'fix' ? kind : 'note',
      ...(time !== '' && { time: new Date(time).toISOString() }),
      ...(url !== '' && { url }),
    });
    form.reset();
    onAdded();
  });
  return (
    <Form class="inline" draft="annotation" isFirst submission={submission}>
      <Field label={t.website.what} name="text" error={submission.errorOf('text')} required />
      <Select
        label={t.website.annotationKind}
        name="kind"
        options={Object.entries(t.website.annotationKinds)}
        error={submission.errorOf('kind')}
      />
      <Field
        label={t.website.when}
        hint={t.website.whenHint}
        name="time"
        type="datetime-local"
        error={submission.errorOf('time')}
      />
      <Field label={t.website.link} name="url" inputMode="url" error={submission.errorOf('url')} />
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
  const loaded = useLoad(`annotations ${id}`, () => platform.websites.annotations.list(id).all());
  const removal = useRemoval(`annotations ${id}`, (one: number) =>
    platform.websites.annotations.delete(id, one),
  );
  return (
    <>
      {may('websites:write') && <AddAnnotation id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noAnnotations}>
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
                    <RemoveButton
                      name={one.text}
                      onRemove={() => {
                        removal.remove(one.id, one.text);
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};
