import './token-tree.css';

import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { firstOf, Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { paletteTitle } from '../../palette/swatches.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { OrderChoice, Pager, useOrder, usePageOf, useWholeList } from '../pager.tsx';
import { Heading } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';
import { makeTheme, TokenSource, WebsiteSource } from './import-tokens.tsx';
import type { ReadTokens } from './import-tokens.tsx';

const SOURCES = ['file', 'text', 'website', 'palette'] as const;
type Source = (typeof SOURCES)[number];

/** As many as somebody leafs through in a choice. */
const PALETTES = 200;
/** Makes a theme from a file or text of another tool, or from a palette. */
const NewTheme = ({ onClose }: { onClose: () => void }) => {
  const t = texts();
  const { route } = useLocation();
  const [source, setSource] = useState<Source>('file');
  const [read, setRead] = useState<ReadTokens | undefined>(undefined);
  const [suggested, setSuggested] = useState('');
  const palettes = useLoad('palettes of a new theme', () => firstOf(platform.palettes.list(), PALETTES));
  const isReady = source === 'palette' || read !== undefined;
  const submission = useSubmit(async ({ name = '', palette = '' }) => {
    const tokens = source === 'palette' || !read ? {} : read.tokens;
    const id =
      palette === '' && read
        ? await makeTheme(name, read)
        : (await platform.themes.create({ name, tokens, palette_id: palette })).id;
    onClose();
    route(`/console/themes/${id}`);
  });
  const choices = palettes.data?.map((palette) => [palette.id, paletteTitle(palette)] as const) ?? [];
  return (
    <Modal label={t.importing.title} class="wide-dialog" onClose={onClose}>
      <h2>{t.importing.title}</h2>
      <div class="segmented" role="group" aria-label={t.importing.from}>
        {SOURCES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === source}
            onClick={() => {
              setSource(one);
              setRead(undefined);
            }}
          >
            {t.importing.sources[one]}
          </button>
        ))}
      </div>
      <form onSubmit={submission.onSubmit}>
        {source === 'website' && (
          <WebsiteSource
            onRead={(found, name) => {
              setRead(found);
              setSuggested(name);
            }}
          />
        )}
        {(source === 'file' || source === 'text') && (
          <TokenSource
            key={source}
            from={source}
            onRead={(found, name) => {
              setRead(found);
              setSuggested(name);
            }}
          />
        )}
        <Problem error={palettes.error} retry={palettes.reload} />
        <Select
          label={source === 'palette' ? t.kinds.palette : t.importing.rolesFrom}
          name="palette"
          options={source === 'palette' ? choices : [['', t.importing.ownColors], ...choices]}
          error={submission.errorOf('palette_id')}
        />
        <Field
          // Begun anew with the name of another file.
          key={suggested}
          label={t.themes.name}
          name="name"
          defaultValue={suggested}
          error={submission.errorOf('name')}
          required
        />
        <div class="inline">
          <button class="primary" disabled={!isReady || submission.isBusy}>
            {t.importing.make}
          </button>
          <button
            type="button"
            onClick={(event) => {
              event.currentTarget.closest('dialog')?.close();
            }}
          >
            {t.keys.cancel}
          </button>
        </div>
        <Refusal submission={submission} />
      </form>
    </Modal>
  );
};

/** All themes. */
const Themes = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const search = filter('search');
  const loaded = useWholeList(`themes ${search}`, () =>
    platform.themes.list({ ...(search !== '' && { search }) }),
  );
  const removal = useRemoval('themes', (id: string) => platform.themes.delete(id));
  const order = useOrder(({ name }: { name: string }) => name);
  const left = loaded.data?.filter(removal.isShown);
  const { shown, meta } = usePageOf(left && order.sorted(left), loaded.isWhole);
  const selection = useSelection(shown ?? []);
  const mayChange = may('themes:write');
  const [isMaking, setMaking] = useState(false);
  const pickHead = mayChange ? [''] : [];
  return (
    <>
      <Heading title={t.themes.title}>
        {mayChange && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              setMaking(true);
            }}
          >
            {t.importing.title}
          </button>
        )}
      </Heading>
      {isMaking && (
        <NewTheme
          onClose={() => {
            setMaking(false);
          }}
        />
      )}
      <div class="filters">
        <SearchField
          label={t.search}
          value={search}
          onSearch={(text) => {
            setFilter('search', text);
          }}
        />
        <OrderChoice order={order.order} onChoose={order.setOrder} />
      </div>
      <Listing loaded={{ ...loaded, data: shown }} empty={search === '' ? t.themes.empty : t.themes.noMatch}>
        {(themes) => (
          <>
            {mayChange && <BulkDelete selection={selection} removal={removal} />}
            <Table
              label={t.themes.title}
              heads={[...pickHead, t.themes.name, t.websites.created, t.themes.changed, '']}
            >
              {themes.map((theme) => (
                <tr key={theme.id}>
                  {mayChange && (
                    <td>
                      <Pick selection={selection} item={theme} name={theme.name} />
                    </td>
                  )}
                  <td>
                    <a href={`/console/themes/${theme.id}`}>{theme.name}</a>
                    {theme.description !== null && <p class="quiet">{theme.description}</p>}
                  </td>
                  <td class="whole">{formatTime(theme.created_at)}</td>
                  <td class="whole">{formatTime(theme.updated_at)}</td>
                  <td class="actions">
                    {mayChange && (
                      <RemoveButton
                        name={theme.name}
                        onRemove={() => {
                          removal.remove(theme.id, theme.name);
                        }}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Listing>
      <Pager meta={meta} />
    </>
  );
};

export default Themes;
