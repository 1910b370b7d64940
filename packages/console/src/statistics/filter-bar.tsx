import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { useSubmit } from '../loading/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { Problem } from '../ui/problem.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { conditionWords } from './format.ts';
import type { Days } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { VisitorsNow } from './toolbar.tsx';
import { scopeOf, useAnswer, useStatistics } from './use-answer.ts';
import type { Condition } from './view.ts';

const SaveSegment = ({ close }: { close: () => void }) => {
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
        <Problem error={submission.error} />
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

interface FilterBarProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly days: Days | undefined;
  /** Controls at the end of the line, such as the one to share the view. */
  readonly tools: ComponentChildren;
}

/** The filters of the page as pills, the editor, and the segments. */
export const FilterBar = ({ isOpen, setOpen, days, tools }: FilterBarProps) => {
  const t = statisticsTexts();
  const { source, view, show } = useStatistics();
  const [edited, setEdited] = useState<Condition | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const segments = useAnswer(`segments ${view.segment ?? ''}`, (from) => from.segments());
  useEffect(() => {
    setEdited(undefined);
    setOpen(false);
  }, [view]);
  const isFiltered = view.conditions.length > 0 || view.segment !== undefined;
  const hasSegments = (segments.data?.length ?? 0) > 0;
  const close = (): void => {
    setOpen(false);
    setEdited(undefined);
  };
  return (
    <div class="filter-bar" role="group" aria-label={t.filters}>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        <span aria-hidden="true">+ </span>
        {t.filter}
      </button>
      {hasSegments && (
        <select
          aria-label={t.segment}
          value={view.segment?.toString() ?? ''}
          onChange={(event) => {
            const id = Number(event.currentTarget.value);
            show({ ...view, segment: id === 0 ? undefined : id });
          }}
        >
          <option value="">{t.segments} …</option>
          {segments.data?.map(({ id, name }) => (
            <option key={id} value={id.toString()}>
              {name}
            </option>
          ))}
        </select>
      )}
      {view.conditions.length > 0 && (
        <ul class="pills">
          {view.conditions.map((condition) => {
            const words = conditionWords(condition);
            return (
              <li key={words}>
                <button
                  type="button"
                  title={t.editFilter(words)}
                  onClick={() => {
                    setEdited(condition);
                  }}
                >
                  {words}
                </button>
                <button
                  type="button"
                  aria-label={t.removeFilter(words)}
                  onClick={() => {
                    show({ ...view, conditions: view.conditions.filter((one) => one !== condition) });
                  }}
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {isFiltered && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            show({ ...view, conditions: [], segment: undefined });
          }}
        >
          {t.clearFilters}
        </button>
      )}
      {view.conditions.length > 0 && source.saveSegment && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            setSaving(true);
          }}
        >
          {t.saveSegment}
        </button>
      )}
      <div class="toolbar-end">
        <VisitorsNow />
        {tools}
      </div>
      {(isOpen || edited) && days && (
        <FilterEditor key={edited && conditionWords(edited)} edited={edited} days={days} close={close} />
      )}
      {isSaving && (
        <SaveSegment
          close={() => {
            setSaving(false);
          }}
        />
      )}
    </div>
  );
};
