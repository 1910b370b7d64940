import './oklch-picker.css';

import type { Output } from '@platform/client';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { paletteTexts } from '../../i18n/palette.ts';
import { Field } from '../../ui/field.tsx';

/** A colour in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Rounding errors of the matrices, and of what is typed. */
const TOLERANCE = 0.0005;

/**
 * True if sRGB can show the colour. By Björn Ottosson's OKLab (2020): to OKLab's cone responses, to
 * linear light, and none of the three lights may be negative or too bright.
 */
const isInSrgb = ({ l, c, h }: Oklch): boolean => {
  const angle = (h * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const lights = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return lights.every((light) => light >= -TOLERANCE && light <= 1 + TOLERANCE);
};

/** As CSS writes it. */
const oklchText = ({ l, c, h }: Oklch): string =>
  `oklch(${Number(l.toFixed(3))} ${Number(c.toFixed(3))} ${Number(h.toFixed(1))})`;

/** Reads `oklch(0.6 0.2 30)`; undefined for any other way to write a colour. */
const readOklch = (text: string): Oklch | undefined => {
  const [, l, c, h] = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*\)$/i.exec(text.trim()) ?? [];
  return l === undefined ? undefined : { l: Number(l), c: Number(c), h: Number(h) };
};

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

interface OklchPickerProps {
  /** As CSS writes it; where it isn't `oklch(…)`, the sliders begin at `start`. */
  readonly text: string;
  readonly start?: Oklch;
  /** Called with every move. */
  readonly onPick: (text: string) => void;
  /** Called when a slider is let go. */
  readonly onDone?: (text: string) => void;
}

/** Picks a colour by lightness, chroma and hue, and shows what the sRGB gamut holds. */
export const OklchPicker = ({ text, start = START, onPick, onDone }: OklchPickerProps) => {
  const t = paletteTexts();
  const color = readOklch(text) ?? start;
  return (
    <div class="oklch-picker">
      {AXES.map(([axis, most, step]) => {
        const at = (event: { currentTarget: HTMLInputElement }): string =>
          oklchText({ ...color, [axis]: Number(event.currentTarget.value) });
        return (
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
                onPick(at(event));
              }}
              onChange={(event) => {
                onDone?.(at(event));
              }}
            />
            <output>{formatNumber(color[axis], { maximumFractionDigits: axis === 'h' ? 0 : 3 })}</output>
          </label>
        );
      })}
      <p class="quiet" role="status">
        {isInSrgb(color) ? t.inSrgb : t.outsideSrgb}
      </p>
    </div>
  );
};

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
