import './studio.css';

import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSettled } from '../../loading/timing.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../loading/form.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HARMONIES, harmonyName, harmonyOptions } from './harmonies.ts';
import type { Harmony } from './harmonies.ts';
import { Swatches } from './swatches.tsx';

interface CompareHarmoniesProps {
  color: string;
  count: number;
  chosen: Harmony;
  onChoose: (harmony: Harmony) => void;
}

const All = ({ color, count, chosen, onChoose }: CompareHarmoniesProps) => {
  const settled = useSettled(color);
  const { data, error, reload } = useLoad(`harmonies ${settled} ${count}`, () =>
    platform.harmonies.list({ base_color: settled, count }),
  );
  // While a colour is being typed, the last one that was a colour stays.
  const last = useRef(data);
  last.current = data ?? last.current;
  if (!last.current) return error === undefined ? <Skeleton /> : <Problem error={error} retry={reload} />;
  return (
    <ul class="cards narrow">
      {last.current.items.map(({ harmony, colors }) => (
        <li key={harmony}>
          <button
            type="button"
            aria-pressed={harmony === chosen}
            onClick={() => {
              onChoose(harmony);
            }}
          >
            {harmonyName(harmony)}
          </button>
          <Swatches colors={colors} isSmall />
        </li>
      ))}
    </ul>
  );
};

/** Shows every harmony of a colour side by side; each can be chosen. */
const CompareHarmonies = (props: CompareHarmoniesProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="wide"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{texts().studio.compareHarmonies}</summary>
      {isOpen && <All {...props} />}
    </details>
  );
};

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

/** Picks a colour by lightness, chroma and hue, and shows what the sRGB gamut holds. */
const OklchPicker = ({ text, onPick }: { text: string; onPick: (text: string) => void }) => {
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

const SCALES = ['50-950', '1-12'] as const;

/** The form for a new palette. */
export const MakePalette = () => {
  const t = texts();
  const { route } = useLocation();
  const [color, setColor] = useState('#3366cc');
  const [harmony, setHarmony] = useState<Harmony>('analogous');
  const [count, setCount] = useState('5');
  const submission = useSubmit(async ({ base_color = '', name = '', scale }) => {
    const steps = SCALES.find((one) => one === scale);
    const { id } = await platform.palettes.create({
      base_color,
      harmony,
      count: Number(count),
      ...(name !== '' && { name }),
      ...(steps && { scale: steps }),
    });
    route(`/console/palettes/${id}`);
  });
  const pick = (event: { currentTarget: HTMLInputElement }): void => {
    setColor(event.currentTarget.value);
  };
  return (
    <Form class="inline" draft="palette" submission={submission}>
      <input
        type="color"
        aria-label={t.palettes.pick}
        value={/^#[\da-f]{6}$/i.test(color) ? color : '#000000'}
        onInput={pick}
      />
      <Field
        label={t.palettes.base}
        name="base_color"
        value={color}
        onInput={pick}
        error={submission.errorOf('base_color')}
        required
      />
      <Select
        label={t.palettes.harmony}
        name="harmony"
        options={harmonyOptions()}
        value={harmony}
        onChange={(event) => {
          setHarmony(HARMONIES.find((one) => one === event.currentTarget.value) ?? harmony);
        }}
      />
      <Field
        label={t.palettes.count}
        name="count"
        type="number"
        min={2}
        max={12}
        value={count}
        onInput={(event) => {
          setCount(event.currentTarget.value);
        }}
        error={submission.errorOf('count')}
      />
      <Select
        label={t.studio.scale}
        name="scale"
        options={[['', t.studio.noScale], ...SCALES.map((one) => [one, one] as const)]}
        error={submission.errorOf('scale')}
      />
      <Field label={t.palettes.name} name="name" error={submission.errorOf('name')} />
      <button class="primary" disabled={submission.isBusy}>
        {t.palettes.make}
      </button>
      <OklchPicker text={color} onPick={setColor} />
      <CompareHarmonies color={color} count={Number(count)} chosen={harmony} onChoose={setHarmony} />
      <Problem error={submission.error} />
    </Form>
  );
};
