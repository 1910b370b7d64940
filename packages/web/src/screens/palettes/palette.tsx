import './studio.css';

import type { Output } from '@platform/client';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';

import { formatNumber, formatRatio, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad, useLoadOver } from '../../loading/load.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { Scales } from '../../palette/colors.tsx';
import { embedCode } from '../../palette/copying.tsx';
import { harmonyName } from '../../palette/harmonies.ts';
import { Preview, readKind } from '../../palette/preview.tsx';
import { paletteTitle, Swatches } from '../../palette/swatches.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { Rename } from '../edit-dialog.tsx';
import { Heading, NoRecord } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';
import { CompareWith, useAgainst } from './compare-with.tsx';
import { ContrastMatrix } from './contrast.tsx';
import { CopyPalette, ExportPanel } from './export-panel.tsx';
import { PaletteEditor } from './studio.tsx';
import type { Draft } from './studio.tsx';

/** As many versions at once: each costs a request. */
const SHOWN = 12;

const Differences = ({ id, from, to }: { id: string; from: number; to: number }) => {
  const t = texts().studio;
  const { data, error, reload } = useLoad(`palette diff ${id} ${from} ${to}`, () =>
    platform.palettes.diff(id, { from, to }),
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

const Diff = ({ id, version, all }: { id: string; version: number; all: readonly number[] }) => {
  const against = useAgainst(version, all);
  return (
    <>
      <CompareWith version={version} all={all} />
      <Differences key={`${against} ${version}`} id={id} from={against} to={version} />
    </>
  );
};

interface PaletteVersionsProps {
  id: string;
  newest: number;
  /** Called once an earlier version is the newest again. */
  onRestored: () => void;
}

/** The versions of a palette side by side, what is different between any two, and the way back to one. */
const PaletteVersions = ({ id, newest, onRestored }: PaletteVersionsProps) => {
  const t = texts().studio;
  const { isBusy, act } = useAct();
  const { filter, setFilters } = useFilters();
  const chosen = Number(filter('version'));
  const [count, setCount] = useState(SHOWN);
  const listed = useLoad(`numbers of ${id} up to ${newest}`, async () => {
    const { items } = await platform.palettes.versions(id);
    return items.map(({ version }) => version).sort((a, b) => b - a);
  });
  const all = listed.data ?? [];
  // One that a link names is shown however old it is.
  const shown = Math.max(count, all.indexOf(chosen) + 1);
  const { isOld, ...loaded } = useLoadOver(`palette versions ${id} ${all.slice(0, shown).join()}`, () =>
    Promise.all(all.slice(0, shown).map((version) => platform.palettes.version(id, version))),
  );
  const restore = async (version: number): Promise<void> => {
    await platform.palettes.setColors(id, { version });
    notify(t.restored(version));
    onRestored();
  };
  if (!listed.data || listed.error !== undefined)
    return listed.error === undefined ? (
      <Skeleton lines={8} />
    ) : (
      <Problem error={listed.error} retry={listed.reload} />
    );
  const more =
    shown < all.length && !isOld
      ? () => {
          setCount(shown + SHOWN);
        }
      : undefined;
  return (
    <Listing
      // The numbers are there before the first of the versions.
      loaded={{ ...loaded, data: loaded.data?.length === 0 ? undefined : loaded.data, more }}
      empty={t.nothingChanged}
    >
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
                    setFilters({ version: one.version === chosen ? '' : String(one.version), against: '' });
                  }}
                >
                  {t.whatChanged}
                </button>
              )}{' '}
              {one.version !== newest && may('palettes:write') && (
                <button
                  type="button"
                  data-once
                  disabled={isBusy}
                  aria-label={`${t.restore}: ${t.version(one.version)}`}
                  onClick={() => {
                    act(() => restore(one.version));
                  }}
                >
                  {t.restore}
                </button>
              )}
              {one.version === chosen && all.length > 1 && <Diff id={id} version={chosen} all={all} />}
            </li>
          ))}
        </ul>
      )}
    </Listing>
  );
};

type PaletteRecord = Output<'palettes.show'>;

const MakeTheme = ({ id, title }: { id: string; title: string }) => {
  const t = texts();
  const { route } = useLocation();
  const submission = useSubmit(async ({ name = '' }) => {
    const theme = await platform.themes.create({ palette_id: id, name, tokens: {} });
    route(`/console/themes/${theme.id}`);
  });
  return (
    <Form class="inline" draft="theme" submission={submission}>
      <Field
        label={t.themes.name}
        name="name"
        defaultValue={title}
        error={submission.errorOf('name')}
        required
      />
      <button disabled={submission.isBusy}>{t.palettes.makeTheme}</button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Colours, contrast, exports, and the way to a theme. */
const Studio = ({ palette, onMade }: { palette: PaletteRecord; onMade: () => void }) => {
  const t = texts();
  const { filter, setFilter, hrefOf } = useFilters();
  const [draft, setDraft] = useState<Draft | undefined>(undefined);
  const { id, colors, warnings, scale } = palette;
  // What is being changed shows in the pages below while a slider moves.
  const tried = colors.map((color) => (color.role === draft?.role ? { ...color, hex: draft.color } : color));
  return (
    <>
      <section>
        <h2 class="unseen">{t.palettes.colors}</h2>
        <PaletteEditor palette={palette} draft={draft} onDraft={setDraft} onMade={onMade} />
        {may('tokens:write') && <CopyPalette id={id} />}
        {warnings.map((warning) => (
          <p key={warning} class="wrong">
            {warning}
          </p>
        ))}
      </section>
      <Preview
        colors={tried}
        kind={readKind(filter('preview'))}
        hrefOf={(kind) => hrefOf('preview', kind)}
        onKind={(kind) => {
          setFilter('preview', kind);
        }}
      />
      <Scales colors={colors} scale={scale} />
      <ContrastMatrix palette={palette} onRepaired={onMade} />
      {may('tokens:write') && <ExportPanel source={{ palette_id: id }} />}
      {may('themes:write') && (
        <section>
          <h2>{t.palettes.makeTheme}</h2>
          <MakeTheme id={id} title={paletteTitle(palette)} />
        </section>
      )}
    </>
  );
};

/** One palette, in parts: the studio, its versions, its links. */
const Palette = () => {
  const t = texts();
  const id = useRoute().params['id'] ?? '';
  const { current, tabs } = useTabs(t.studio.tabs);
  const { data, error, reload } = useLoad(`palette ${id}`, () => platform.palettes.show(id));
  const problem = <Problem error={error} retry={reload} />;
  if (!data)
    return (
      <NoRecord error={error} retry={reload} list={{ title: t.palettes.title, path: '/console/palettes' }} />
    );
  return (
    <>
      {problem}
      <Heading title={paletteTitle(data)}>
        {may('palettes:write') && (
          <Rename
            read={() => platform.palettes.show(id)}
            isRequired={false}
            save={({ name, description }, options) =>
              platform.palettes.update(id, { name: name === '' ? null : name, description }, options)
            }
            onSaved={reload}
          />
        )}
      </Heading>
      {data.description !== null && <p class="quiet">{data.description}</p>}
      <Tabs label={paletteTitle(data)} tabs={tabs} />
      {current === 'studio' && <Studio palette={data} onMade={reload} />}
      {current === 'versions' && <PaletteVersions id={id} newest={data.version} onRestored={reload} />}
      {current === 'links' && (
        <ShareLinks
          of={`palette ${id}`}
          list={async () => (await platform.palettes.links(id)).items}
          create={(link) => platform.palettes.createLink(id, link)}
          end={(link) => platform.palettes.deleteLink(id, link)}
          mayChange={may('palettes:write')}
          codeOf={(url) => embedCode(url, paletteTitle(data))}
        />
      )}
    </>
  );
};

export default Palette;
