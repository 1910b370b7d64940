import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { OklchPicker } from '../../palette/oklch-picker.tsx';
import { Field } from '../../ui/field.tsx';

type Color = Output<'palettes.show'>['colors'][number];

/** A colour of six hex digits, for the browser's own picker. */
const SIX_DIGITS = /^#[\da-f]{6}$/i;

interface ColorEditorProps {
  color: Color;
  draft: string;
  onTry: (text: string) => void;
  onSet: (text: string) => void;
  onClose: () => void;
}

/** Changes one colour: by sliders, the browser's picker, or any way that CSS writes a colour. */
export const ColorEditor = ({ color, draft, onTry, onSet, onClose }: ColorEditorProps) => {
  const t = texts();
  const { hex, oklch, role } = color;
  return (
    <form
      class="color-editor"
      aria-label={t.studio.changeOf(role)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSet(draft);
      }}
    >
      <OklchPicker text={draft} start={oklch} onPick={onTry} onDone={onSet} />
      <div class="inline">
        <input
          type="color"
          aria-label={t.palettes.pick}
          value={SIX_DIGITS.test(draft) ? draft : hex.slice(0, 7)}
          onInput={(event) => {
            onTry(event.currentTarget.value);
          }}
          onChange={(event) => {
            onSet(event.currentTarget.value);
          }}
        />
        <Field
          label={t.studio.value}
          value={draft}
          spellcheck={false}
          onInput={(event) => {
            onTry(event.currentTarget.value);
          }}
        />
        <button class="primary">{t.studio.apply}</button>
        <button type="button" onClick={onClose}>
          {t.studio.close}
        </button>
      </div>
    </form>
  );
};
