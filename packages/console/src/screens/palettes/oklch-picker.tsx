import { texts } from '../../i18n/language.ts';
import { isInSrgb, oklchText, readOklch } from './oklch.ts';
import type { Oklch } from './oklch.ts';

const STOPS = 32;
const START: Oklch = { l: 0.55, c: 0.15, h: 262 };
/** The most that any colour of the P3 gamut has is about 0.37. */
const AXES = [
  ['l', 1, 0.005],
  ['c', 0.37, 0.005],
  ['h', 360, 1],
] as const;

/** The colours along an axis; those that sRGB can't show are left out. */
const trackOf = (color: Oklch, axis: keyof Oklch, most: number): string => {
  const stops = Array.from({ length: STOPS + 1 }, (_, index) => {
    const at = { ...color, [axis]: (index / STOPS) * most };
    return isInSrgb(at) ? oklchText(at) : 'transparent';
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
};

/** Picks a colour by lightness, chroma and hue, and shows what the sRGB gamut holds. */
export const OklchPicker = ({ text, onPick }: { text: string; onPick: (text: string) => void }) => {
  const t = texts().studio;
  const color = readOklch(text) ?? START;
  return (
    <details class="oklch">
      <summary>{t.oklch}</summary>
      {AXES.map(([axis, most, step]) => (
        <label key={axis}>
          <span>{t.axes[axis]}</span>
          <span class="track" style={{ backgroundImage: trackOf(color, axis, most) }} />
          <input
            type="range"
            min={0}
            max={most}
            step={step}
            value={color[axis]}
            onInput={(event) => {
              onPick(oklchText({ ...color, [axis]: Number(event.currentTarget.value) }));
            }}
          />
        </label>
      ))}
      <p role="status">{isInSrgb(color) ? t.inSrgb : t.outsideSrgb}</p>
    </details>
  );
};
