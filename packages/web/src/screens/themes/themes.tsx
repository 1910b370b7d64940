import './token-tree.css';

import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';
import { OrderChoice, useOrder, usePageOf, useWholeList } from '../whole-list.tsx';
import { NewTheme } from './new-theme.tsx';

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
