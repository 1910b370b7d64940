import type { Input } from '@platform/client';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { linesOf, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { conditionWords, dimensionName } from '../../statistics/format.ts';
import { statisticsTexts } from '../../statistics/texts.ts';
import { scopeOf, useStatistics } from '../../statistics/use-answer.ts';
import { OPERATORS as STATISTICS_OPERATORS } from '../../statistics/view.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notices.tsx';
import { Table } from '../../ui/table.tsx';
import { EditButton, EditDialog } from '../edit-dialog.tsx';

type Filters = Input<'websites.segments.create'>['filters'];

/** Dimensions that visitors are told apart by most; the API takes the others too. */
const DIMENSIONS = [
  'channel',
  'referrer',
  'utm_source',
  'utm_campaign',
  'page',
  'entry_page',
  'exit_page',
  'country',
  'browser',
  'os',
  'device',
  'language',
];
const OPERATORS = ['is', 'is_not', 'contains', 'contains_not'] as const;

/** Filters in words; those that were nested by the API stay as it keeps them. */
export const filtersInWords = (filters: Filters): string =>
  filters
    .map((filter) => {
      const operator = 'operator' in filter && STATISTICS_OPERATORS.find((one) => one === filter.operator);
      return 'dimension' in filter && operator
        ? conditionWords({ ...filter, operator })
        : JSON.stringify(filter);
    })
    .join('; ');

const AddSegment = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts().website;
  const submission = useSubmit(async ({ name = '', dimension = '', values = '', ...rest }, form) => {
    const operator = OPERATORS.find((one) => one === rest['operator']) ?? 'is';
    await platform.websites.segments.create(id, {
      name,
      filters: [{ dimension, operator, values: linesOf(values) }],
    });
    form.reset();
    onAdded();
  });
  return (
    <Form class="inline" draft="segment" isFirst submission={submission}>
      <Field label={t.segmentName} name="name" error={submission.errorOf('name')} required />
      <Select
        label={t.dimension}
        name="dimension"
        options={DIMENSIONS.map((one) => [one, dimensionName(one)])}
      />
      <Select label={t.operator} name="operator" options={Object.entries(t.operators)} />
      <TextArea label={t.values} name="values" rows={2} error={submission.errorOf('values')} required />
      <button class="primary" disabled={submission.isBusy}>
        {t.addSegment}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Saved filters of a website's statistics. */
export const WebsiteSegments = ({ id }: { id: number }) => {
  const t = texts();
  const loaded = useLoad(`segments ${id}`, () => platform.websites.segments.list(id));
  const removal = useRemoval(`segments ${id}`, (segment: number) =>
    platform.websites.segments.delete(id, segment),
  );
  const [renamed, setRenamed] = useState<{ id: number; name: string } | undefined>(undefined);
  return (
    <>
      {may('websites:write') && <AddSegment id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noSegments}>
        {(segments) => (
          <Table label={t.website.tabs.segments} heads={[t.website.segmentName, t.website.filters, '']}>
            {segments.map(({ id: segment, name, filters }) => (
              <tr key={segment}>
                <td>{name}</td>
                <td>{filtersInWords(filters)}</td>
                <td class="actions">
                  {may('websites:write') && (
                    <>
                      <EditButton
                        name={name}
                        onEdit={() => {
                          setRenamed({ id: segment, name });
                        }}
                      />
                      <RemoveButton
                        name={name}
                        onRemove={() => {
                          removal.remove(segment, name);
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
      {renamed && (
        <EditDialog
          title={`${t.edit}: ${renamed.name}`}
          save={({ name = '' }) => platform.websites.segments.update(id, renamed.id, { name })}
          onClose={() => {
            setRenamed(undefined);
          }}
          onSaved={loaded.reload}
        >
          {(errorOf) => (
            <Field
              label={t.website.segmentName}
              name="name"
              defaultValue={renamed.name}
              error={errorOf('name')}
              required
            />
          )}
        </EditDialog>
      )}
    </>
  );
};

/** Keeps the filters under a name. */
export const SaveSegment = ({ close }: { close: () => void }) => {
  const t = statisticsTexts();
  const { source, view, show } = useStatistics();
  const submission = useSubmit(async ({ name = '' }) => {
    const segment = await source.saveSegment?.(name, scopeOf(view).filters);
    close();
    if (!segment) return;
    notify(t.segmentSaved(name));
    show({ ...view, conditions: [], segment: segment.id });
  });
  return (
    <Modal label={t.saveSegment} onClose={close}>
      <form onSubmit={submission.onSubmit}>
        <Field label={t.segmentName} name="name" error={submission.errorOf('name')} required />
        <Refusal submission={submission} />
        <div class="inline">
          <button class="primary" disabled={submission.isBusy}>
            {t.saveSegment}
          </button>
          <button type="button" onClick={close}>
            {t.close}
          </button>
        </div>
      </form>
    </Modal>
  );
};
