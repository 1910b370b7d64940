import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { notify } from '../ui/notices.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { conditionWords } from './format.ts';
import { Choice, Go } from './go.tsx';
import type { Days } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { VisitorsNow } from './toolbar.tsx';
import { useAnswer, useStatistics } from './use-answer.ts';
import { viewText } from './view.ts';
import type { Condition } from './view.ts';

interface FilterBarProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly days: Days | undefined;
  /** Controls at the end of the line, such as the one to share the view. */
  readonly tools: ComponentChildren;
  /** Asks for a segment's name; left out where nobody may save one. */
  readonly segmentForm: ComponentType<{ close: () => void }> | undefined;
}

/** The filters of the page as pills, the editor, and the segments. */
export const FilterBar = ({ isOpen, setOpen, days, tools, segmentForm: SegmentForm }: FilterBarProps) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const [edited, setEdited] = useState<Condition | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const segments = useAnswer(`segments ${view.segment ?? ''}`, (from) => from.segments());
  useEffect(() => {
    setEdited(undefined);
    setOpen(false);
    // Not the view itself, which is made anew whenever the figures of today are asked for again.
  }, [viewText(view)]);
  const isGone =
    view.segment !== undefined &&
    segments.data !== undefined &&
    !segments.isStale &&
    segments.data.every(({ id }) => id !== view.segment);
  useEffect(() => {
    if (!isGone) return;
    // A link may name one that was deleted since.
    notify(t.segmentGone);
    show({ ...view, segment: undefined }, { replace: true });
  }, [isGone]);
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
        class="by-script"
        onClick={() => {
          setOpen(true);
        }}
      >
        <span aria-hidden="true">+ </span>
        {t.filter}
      </button>
      {hasSegments && (
        <Choice
          name="segment"
          label={t.segment}
          value={view.segment?.toString() ?? ''}
          choices={[
            ['', `${t.segments} …`],
            ...(segments.data ?? []).map(({ id, name }) => [id.toString(), name] as const),
          ]}
          send={t.apply}
          onChoose={(value) => {
            show({ ...view, segment: value === '' ? undefined : Number(value) });
          }}
        />
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
                <Go
                  label={t.removeFilter(words)}
                  to={{ ...view, conditions: view.conditions.filter((one) => one !== condition) }}
                >
                  ×
                </Go>
              </li>
            );
          })}
        </ul>
      )}
      {isFiltered && (
        <Go class="plain" to={{ ...view, conditions: [], segment: undefined }}>
          {t.clearFilters}
        </Go>
      )}
      {view.conditions.length > 0 && SegmentForm && (
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
      {isSaving && SegmentForm && (
        <SegmentForm
          close={() => {
            setSaving(false);
          }}
        />
      )}
    </div>
  );
};
