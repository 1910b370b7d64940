import type { Output } from '@platform/client';
import { useRef, useState } from 'preact/hooks';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { platform } from '../../session/platform.ts';

/** Shows which pages would become one if the form's parameters were left out. */
export const ExclusionsPreview = ({ id }: { id: number }) => {
  const t = texts().website;
  const { isBusy, act } = useAct();
  const button = useRef<HTMLButtonElement>(null);
  const [preview, setPreview] = useState<Output<'websites.exclusions.preview'> | undefined>(undefined);
  const look = async (): Promise<void> => {
    const typed = button.current?.form ? new FormData(button.current.form).get('exclude_params') : '';
    setPreview(
      await platform.websites.exclusions.preview(id, {
        exclude_params: typeof typed === 'string' ? typed : '',
      }),
    );
  };
  return (
    <div>
      <button
        type="button"
        ref={button}
        disabled={isBusy}
        onClick={() => {
          act(look);
        }}
      >
        {t.previewExclusions}
      </button>
      <div role="status">
        {preview && (
          <p>
            {t.previewed(formatNumber(preview.pages_before), formatNumber(preview.pages_after), preview.days)}
          </p>
        )}
      </div>
      {preview && preview.merged.length > 0 && (
        <ul>
          {preview.merged.slice(0, 10).map(({ page, from }) => (
            <li key={page}>
              <code>{page}</code> ← {from.map((one) => one.page).join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
