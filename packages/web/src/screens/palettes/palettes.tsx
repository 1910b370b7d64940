import './studio.css';

import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useSettled } from '../../loading/timing.ts';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { HARMONIES, harmonyName, harmonyOptions } from '../../palette/harmonies.ts';
import type { Harmony } from '../../palette/harmonies.ts';
import { paletteTitle, Swatches } from '../../palette/swatches.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { OrderChoice, Pager, useOrder, usePageOf, useWholeList } from '../pager.tsx';
import { Heading } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';
import { OklchPicker } from './color-editor.tsx';
import { usePaletteRemoval } from './delete-palettes.tsx';

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

const SCALES = ['50-950', '1-12'] as const;

/** The form for a new palette. */
const MakePalette = () => {
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
      <details class="oklch">
        <summary>{t.studio.oklch}</summary>
        <OklchPicker text={color} onPick={setColor} />
      </details>
      <CompareHarmonies color={color} count={Number(count)} chosen={harmony} onChoose={setHarmony} />
      <Refusal submission={submission} />
    </Form>
  );
};

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

/** All palettes, and the form for a new one. */
const Palettes = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const search = filter('search');
  const harmony = HARMONIES.find((one) => one === filter('harmony'));
  const loaded = useWholeList(`palettes ${search} ${harmony}`, () =>
    platform.palettes.list({ ...(search !== '' && { search }), ...(harmony && { harmony }) }),
  );
  const { removal, dialog } = usePaletteRemoval();
  const order = useOrder(paletteTitle);
  const left = loaded.data?.filter(removal.isShown);
  const { shown, meta } = usePageOf(left && order.sorted(left), loaded.isWhole);
  const selection = useSelection(shown ?? []);
  const mayChange = may('palettes:write');
  return (
    <>
      <Heading title={t.palettes.title} />
      {mayChange && (
        <>
          <MakePalette />
          <PaletteFromImage />
        </>
      )}
      <div class="filters">
        <SearchField
          label={t.search}
          value={search}
          onSearch={(text) => {
            setFilter('search', text);
          }}
        />
        <Select
          label={t.studio.withHarmony}
          chosen={harmony ?? ''}
          options={[['', t.reports.any], ...harmonyOptions()]}
          onChange={(event) => {
            setFilter('harmony', event.currentTarget.value);
          }}
        />
        <OrderChoice order={order.order} onChoose={order.setOrder} />
      </div>
      <Listing
        loaded={{ ...loaded, data: shown }}
        empty={search === '' && !harmony ? t.palettes.empty : t.studio.noMatch}
      >
        {(palettes) => (
          <>
            {mayChange && <BulkDelete selection={selection} removal={removal} />}
            <ul class="cards">
              {palettes.map((palette) => (
                <li key={palette.id} class="picked">
                  <h2 class="small">
                    {mayChange && <Pick selection={selection} item={palette} name={paletteTitle(palette)} />}
                    <a href={`/console/palettes/${palette.id}`}>{paletteTitle(palette)}</a>
                  </h2>
                  <Swatches colors={palette.colors} />
                  {mayChange && (
                    <RemoveButton
                      name={paletteTitle(palette)}
                      onRemove={() => {
                        removal.remove(palette.id, paletteTitle(palette));
                      }}
                    />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Listing>
      <Pager meta={meta} />
      {dialog}
    </>
  );
};

export default Palettes;
