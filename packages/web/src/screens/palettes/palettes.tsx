import './studio.css';

import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { HARMONIES, harmonyOptions } from '../../palette/harmonies.ts';
import { paletteTitle, Swatches } from '../../palette/swatches.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Select } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Heading } from '../heading.tsx';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';
import { OrderChoice, useOrder, usePageOf, useWholeList } from '../whole-list.tsx';
import { MakePalette } from './make-palette.tsx';

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
  const removal = useRemoval('palettes', (id: string) => platform.palettes.delete(id, { cascade: true }));
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
    </>
  );
};

export default Palettes;
