import '../../palette/swatches.css';

import type { Output } from '@platform/client';
import { useRoute } from 'preact-iso';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { formatRatio, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { modeTitle } from '../../i18n/theme.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { useSettled } from '../../loading/timing.ts';
import { useAct } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import type { Versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { readMode, ThemeModes, ThemePreview } from '../../theme/theme-modes.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { CompareWith, useAgainst } from '../palettes/compare-with.tsx';
import { ExportPanel } from '../palettes/export-panel.tsx';
import { Rename } from '../edit-dialog.tsx';
import { Heading, NoRecord } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';
import { sameTokens, TokenEditor, tokensIn } from './token-editor.tsx';
import type { Tokens } from './token-editor.tsx';

type Derived = Pick<Output<'themes.show'>, 'modes' | 'warnings'>;

/** Derived theme, or why the present tokens don't yield one. */
interface Derivation extends Derived {
  readonly refusal: unknown;
}
/**
 * Derives a theme from the tokens that are being typed. Tokens that are not right yet leave it as it
 * was, with the reason beside it.
 */
const useDerived = (theme: Output<'themes.show'>, stored: string, typed: string): Derivation => {
  const settled = useSettled(typed);
  const isStored = sameTokens(settled, stored);
  const { data, error } = useLoad(`theme ${theme.id} with ${settled}`, async () => {
    const tokens = isStored ? undefined : tokensIn(settled);
    return tokens && platform.themes.derive(theme.id, { tokens });
  });
  const last = useRef<Derived>(theme);
  last.current = isStored ? theme : (data ?? last.current);
  return { ...last.current, refusal: isStored || settled !== typed ? undefined : error };
};

interface ThemeStudioProps {
  loaded: Versioned<Output<'themes.show'>>;
  onSaved: () => void;
}

/** The four modes of a theme, which follow its tokens while they are typed. */
export const ThemeStudio = ({ loaded, onSaved }: ThemeStudioProps) => {
  const t = texts().themes;
  const theme = loaded.record;
  const stored = JSON.stringify(theme.tokens, null, 2);
  const [typed, setTyped] = useState(stored);
  // The version that is being changed: what was loaded or saved last, before more was typed.
  const [base, setBase] = useState({ text: stored, tag: loaded.tag });
  useLayoutEffect(() => {
    if (typed !== base.text) return;
    // Saved tokens keep their author's layout, and the place of the cursor.
    const text = sameTokens(typed, stored) ? typed : stored;
    setTyped(text);
    setBase({ text, tag: loaded.tag });
  }, [loaded]);
  const save = async (tokens: Tokens): Promise<void> => {
    const { tag } = await changeVersion(
      base.tag,
      (options) => versioned(platform.themes.update(theme.id, { tokens }, options)),
      async () => {
        const present = await versioned(platform.themes.show(theme.id));
        setBase({ text: base.text, tag: present.tag });
      },
    );
    setBase({ text: typed, tag });
    onSaved();
  };
  const { modes, warnings, refusal } = useDerived(theme, stored, typed);
  return (
    <>
      <ThemeModes modes={modes} />
      {may('themes:write') && (
        <TokenEditor text={typed} basis={base.tag} refusal={refusal} onText={setTyped} save={save} />
      )}
      {warnings.length > 0 && (
        <section>
          <h2>{t.warnings}</h2>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </section>
      )}
    </>
  );
};

/** Shows the same as the page behind the theme's preview link. */
const Preview = ({ modes }: Pick<Output<'themes.show'>, 'modes'>) => {
  const { filter, setFilter, hrefOf } = useFilters();
  return (
    <ThemePreview
      modes={modes}
      chosen={readMode(modes, filter('mode'))}
      hrefOf={(mode) => hrefOf('mode', mode)}
      onMode={(mode) => {
        setFilter('mode', mode);
      }}
    />
  );
};

const Diff = ({ id, version, all }: { id: string; version: number; all: readonly number[] }) => {
  const against = useAgainst(version, all);
  return (
    <section>
      <h2>{texts().studio.whatChanged}</h2>
      <div class="filters">
        <CompareWith version={version} all={all} />
      </div>
      <Differences key={`${against} ${version}`} id={id} from={against} to={version} />
    </section>
  );
};

const Differences = ({ id, from, to }: { id: string; from: number; to: number }) => {
  const t = texts();
  const { data, error, reload } = useLoad(`theme diff ${id} ${from} ${to}`, () =>
    platform.themes.diff(id, { from, to }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const { added, removed, changed } = data.tokens;
  const failing = data.worse_contrast.filter(({ passes }) => !passes);
  const passing = data.worse_contrast.filter(({ passes }) => passes);
  const inWords = ({ mode, role, from, to }: (typeof failing)[number]): string =>
    t.studio.worse(`${modeTitle(mode)}, ${role}`, formatRatio(from), formatRatio(to));
  return (
    <div aria-live="polite">
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
    </div>
  );
};

interface ThemeVersionsProps {
  id: string;
  updatedAt: string;
  /** Called once an earlier version is the newest again. */
  onRestored: () => void;
}

/** The versions of a theme, what is different between any two, and the way back to one. */
const ThemeVersions = ({ id, updatedAt, onRestored }: ThemeVersionsProps) => {
  const t = texts().studio;
  const { isBusy, act } = useAct();
  const { filter, setFilters } = useFilters();
  const restore = async (version: number): Promise<void> => {
    const { tokens, adjust, scheme, renamed } = await platform.themes.version(id, version);
    await platform.themes.update(id, { tokens, adjust, scheme, renamed });
    notify(t.restored(version));
    onRestored();
  };
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
            {versions.map(({ version, created_at: at }, index) => (
              <li key={version}>
                <strong>{t.version(version)}</strong> <span class="quiet grow">{formatTime(at)}</span>
                {index > 0 && may('themes:write') && (
                  <button
                    type="button"
                    data-once
                    disabled={isBusy}
                    aria-label={`${t.restore}: ${t.version(version)}`}
                    onClick={() => {
                      act(() => restore(version));
                    }}
                  >
                    {t.restore}
                  </button>
                )}
                {version > 1 && (
                  <button
                    type="button"
                    aria-pressed={version === chosen}
                    aria-label={`${t.whatChanged}: ${t.version(version)}`}
                    onClick={() => {
                      setFilters({ version: version === chosen ? '' : String(version), against: '' });
                    }}
                  >
                    {t.whatChanged}
                  </button>
                )}
              </li>
            ))}
          </ul>
          {versions.length > 1 && versions.some(({ version }) => version === chosen) && (
            <Diff id={id} version={chosen} all={versions.map(({ version }) => version)} />
          )}
        </>
      )}
    </Listing>
  );
};

/** One theme, in parts: its modes with tokens and exports, these on a page, its versions, its links. */
const Theme = () => {
  const t = texts();
  const id = useRoute().params['id'] ?? '';
  const { current, tabs } = useTabs(t.studio.themeTabs);
  const loaded = useLoad(`theme ${id}`, () => versioned(platform.themes.show(id)));
  const problem = <Problem error={loaded.error} retry={loaded.reload} />;
  if (!loaded.data)
    return (
      <NoRecord
        error={loaded.error}
        retry={loaded.reload}
        list={{ title: t.themes.title, path: '/console/themes' }}
      />
    );
  const theme = loaded.data.record;
  return (
    <>
      {problem}
      <Heading title={theme.name}>
        <a class="button" href={theme.preview_url} target="_blank" rel="noopener">
          {t.themes.preview}
        </a>
        {may('themes:write') && (
          <Rename
            read={() => platform.themes.show(id)}
            isRequired
            save={(named, options) => platform.themes.update(id, named, options)}
            onSaved={loaded.reload}
          />
        )}
      </Heading>
      {theme.description !== null && <p class="quiet">{theme.description}</p>}
      <Tabs label={theme.name} tabs={tabs} />
      {current === 'theme' && (
        <>
          <ThemeStudio loaded={loaded.data} onSaved={loaded.reload} />
          {may('tokens:write') && <ExportPanel source={{ theme_id: id }} />}
        </>
      )}
      {current === 'preview' && <Preview modes={theme.modes} />}
      {current === 'versions' && (
        <ThemeVersions id={id} updatedAt={theme.updated_at} onRestored={loaded.reload} />
      )}
      {current === 'links' && (
        <ShareLinks
          of={`theme ${id}`}
          list={async () => (await platform.themes.links(id)).items}
          create={(link) => platform.themes.createLink(id, link)}
          end={(link) => platform.themes.deleteLink(id, link)}
          mayChange={may('themes:write')}
          hint={t.studio.themeLinks}
          codeOf={(url) => `<link rel="stylesheet" href="${url.replaceAll('&', '&amp;')}">`}
        />
      )}
    </>
  );
};

export default Theme;
