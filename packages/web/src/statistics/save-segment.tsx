import { Refusal } from '../loading/form.tsx';
import { useSubmit } from '../loading/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { statisticsTexts } from './texts.ts';
import { scopeOf, useStatistics } from './use-answer.ts';

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
