import '../../palette/swatches.css';

import { formatRatio, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { modeTitle } from '../../i18n/theme.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { useFilters } from '../use-filters.ts';

const Diff = ({ id, version }: { id: string; version: number }) => {
  const t = texts();
  const { data, error, reload } = useLoad(`theme diff ${id} ${version}`, () =>
    platform.themes.diff(id, { from: version - 1, to: version }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const { added, removed, changed } = data.tokens;
  const failing = data.worse_contrast.filter(({ passes }) => !passes);
  const passing = data.worse_contrast.filter(({ passes }) => passes);
  const inWords = ({ mode, role, from, to }: (typeof failing)[number]): string =>
    t.studio.worse(`${modeTitle(mode)}, ${role}`, formatRatio(from), formatRatio(to));
  return (
    <section aria-live="polite">
      <h2>{t.studio.whatChanged}</h2>
      {[...added, ...removed, ...changed].length === 0 && data.changed.length === 0 && (
        <p>{t.studio.nothingChanged}</p>
      )}
      <ul>
        {added.map((path) => (
          <li key={path}>+ {path}</li>
        ))}
        {removed.map((path) => (
          <li key={path}>− {path}</li>
        ))}
        {changed.map((path) => (
          <li key={path}>≠ {path}</li>
        ))}
        {failing.map((one) => (
          <li key={`${one.mode} ${one.role}`} class="wrong">
            {inWords(one)}. {t.studio.needs(formatRatio(one.required_ratio))}
          </li>
        ))}
      </ul>
      {passing.length > 0 && (
        <details>
          <summary>{t.studio.stillReadable(passing.length)}</summary>
          <ul>
            {passing.map((one) => (
              <li key={`${one.mode} ${one.role}`}>{inWords(one)}</li>
            ))}
          </ul>
        </details>
      )}
      {data.changed.length > 0 && (
        <Table
          label={t.studio.whatChanged}
          heads={[t.studio.mode, t.studio.role, t.studio.before, t.studio.after]}
        >
          {data.changed.map(({ mode, role, from, to }) => (
            <tr key={`${mode} ${role}`}>
              <td>{modeTitle(mode)}</td>
              <td>{role}</td>
              <td>
                <span class="dot" style={{ backgroundColor: from }} /> {from}
              </td>
              <td>
                <span class="dot" style={{ backgroundColor: to }} /> {to}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
};

/** The versions of a theme, and what changed from one to the next. */
export const ThemeVersions = ({ id, updatedAt }: { id: string; updatedAt: string }) => {
  const t = texts().studio;
  const { filter, setFilter } = useFilters();
  const chosen = Number(filter('version'));
  const loaded = useLoad(`theme versions ${id} until ${updatedAt}`, async () => {
    const { items } = await platform.themes.versions(id);
    return items.toSorted((a, b) => b.version - a.version);
  });
  return (
    <Listing loaded={loaded} empty={t.nothingChanged}>
      {(versions) => (
        <>
          <ul class="rows">
            {versions.map(({ version, created_at: at }) => (
              <li key={version}>
                <strong>{t.version(version)}</strong> <span class="quiet">{formatTime(at)}</span>
                {version > 1 && (
                  <button
                    type="button"
                    aria-pressed={version === chosen}
                    aria-label={`${t.whatChanged}: ${t.version(version)}`}
                    onClick={() => {
                      setFilter('version', version === chosen ? '' : String(version));
                    }}
                  >
                    {t.whatChanged}
                  </button>
                )}
              </li>
            ))}
          </ul>
          {chosen > 1 && <Diff id={id} version={chosen} />}
        </>
      )}
    </Listing>
  );
};
