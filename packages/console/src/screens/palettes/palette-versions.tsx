import { formatNumber, formatRatio, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFilters } from '../use-filters.ts';
import { harmonyName } from './harmonies.ts';
import { Swatches } from './swatches.tsx';

/** The newest versions are shown: each costs a request. */
const SHOWN = 12;

const Diff = ({ id, version }: { id: string; version: number }) => {
  const t = texts().studio;
  const { data, error, reload } = useLoad(`palette diff ${id} ${version}`, () =>
    platform.palettes.diff(id, { from: version - 1, to: version }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const lines = [
    ...data.changed.map((one) => t.changed(one.role, one.from, one.to, formatNumber(one.delta_e))),
    ...data.added.map(({ role, hex }) => t.added(role, hex)),
    ...data.removed.map(({ role, hex }) => t.removed(role, hex)),
    ...data.worse_contrast.map(({ roles, from, to }) =>
      t.worse(roles.join(', '), formatRatio(from), formatRatio(to)),
    ),
  ];
  if (lines.length === 0) return <p>{t.nothingChanged}</p>;
  return (
    <ul aria-live="polite">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
};

/** The versions of a palette side by side, and what changed from one to the next. */
export const PaletteVersions = ({ id, newest }: { id: string; newest: number }) => {
  const t = texts().studio;
  const { filter, setFilter } = useFilters();
  const chosen = Number(filter('version'));
  const loaded = useLoad(`palette versions ${id} up to ${newest}`, async () => {
    const { items } = await platform.palettes.versions(id);
    const shown = items.toSorted((a, b) => b.version - a.version).slice(0, SHOWN);
    return Promise.all(shown.map(({ version }) => platform.palettes.version(id, version)));
  });
  return (
    <Listing loaded={loaded} empty={t.nothingChanged}>
      {(versions) => (
        <ul class="cards">
          {versions.map((one) => (
            <li key={one.version}>
              <h2 class="small">{t.version(one.version)}</h2>
              <p class="quiet">
                {harmonyName(one.harmony)}, {formatTime(one.updated_at)}
              </p>
              <Swatches colors={one.colors} />
              {one.version > 1 && (
                <button
                  type="button"
                  aria-expanded={one.version === chosen}
                  onClick={() => {
                    setFilter('version', one.version === chosen ? '' : String(one.version));
                  }}
                >
                  {t.whatChanged}
                </button>
              )}
              {one.version === chosen && <Diff id={id} version={chosen} />}
            </li>
          ))}
        </ul>
      )}
    </Listing>
  );
};
