import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { platform } from '../../session/platform.ts';

const COLORS = 5;

const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error(file.name));
    };
    reader.readAsDataURL(file);
  });

/** Makes a palette of the colours of a picture that is dropped here, or chosen. */
export const PaletteFromImage = () => {
  const t = texts().studio;
  const { route } = useLocation();
  const { isBusy, act } = useAct();
  const [isOver, setOver] = useState(false);
  const make = (file: File | null | undefined): void => {
    if (!file) return;
    act(async () => {
      const image = await asDataUrl(file);
      const { id } = await platform.palettes.fromImage.create({ image, count: COLORS, name: file.name });
      route(`/console/palettes/${id}`);
    });
  };
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        make(event.dataTransfer?.files.item(0));
      }}
    >
      <span>{isBusy ? t.reading : t.drop}</span>
      <input
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        disabled={isBusy}
        onChange={(event) => {
          make(event.currentTarget.files?.item(0));
        }}
      />
    </label>
  );
};
