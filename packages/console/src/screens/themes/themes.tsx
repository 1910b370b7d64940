import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLongList } from '../../loading/listing.tsx';
import { useRemoval } from '../../loading/use-removal.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Heading } from '../heading.tsx';

/** All themes. */
const Themes = () => {
  const t = texts();
  const loaded = useLongList('themes', () => platform.themes.list());
  const removal = useRemoval((id: string) => platform.themes.delete(id));
  return (
    <>
      <Heading title={t.themes.title} />
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.themes.empty}>
        {(themes) => (
          <ul class="rows">
            {themes.map(({ id, name, created_at: created }) => (
              <li key={id}>
                <a href={`/console/themes/${id}`}>{name}</a>
                <span class="quiet">{formatTime(created)}</span>
                {may('themes:write') && (
                  <RemoveButton
                    name={name}
                    onRemove={() => {
                      removal.remove(id, name);
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </>
  );
};

export default Themes;
