import type { Output } from '@platform/client';
import { useLocation, useRoute } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { ColorVision } from './color-vision.tsx';
import { ContrastMatrix } from './contrast-matrix.tsx';
import { ExportPanel } from './export-panel.tsx';
import { paletteTitle } from './palette-title.ts';
import { PaletteVersions } from './palette-versions.tsx';
import { Regenerate } from './regenerate.tsx';
import { Scales } from './scales.tsx';
import { Swatches } from './swatches.tsx';

type PaletteRecord = Output<'palettes.show'>;

const MakeTheme = ({ id }: { id: string }) => {
  const t = texts();
  const { route } = useLocation();
  const submission = useSubmit(async ({ name = '' }) => {
    const theme = await platform.themes.create({ palette_id: id, name, tokens: {} });
    route(`/console/themes/${theme.id}`);
  });
  return (
    <form class="inline" onSubmit={submission.onSubmit}>
      <Field label={t.themes.name} name="name" error={submission.errorOf('name')} required />
      <button disabled={submission.isBusy}>{t.palettes.makeTheme}</button>
      <Problem error={submission.error} />
    </form>
  );
};

/** Colours, contrast, exports, and the way to a theme. */
const Studio = ({ palette, onMade }: { palette: PaletteRecord; onMade: () => void }) => {
  const t = texts();
  const { id, version, colors, warnings } = palette;
  return (
    <>
      <section>
        <h2>{t.palettes.colors}</h2>
        <Swatches colors={colors} />
        {warnings.map((warning) => (
          <p key={warning} class="wrong">
            {warning}
          </p>
        ))}
        {may('palettes:write') && <Regenerate key={version} palette={palette} onMade={onMade} />}
      </section>
      <Scales colors={colors} />
      <ContrastMatrix palette={palette} />
      <ColorVision id={id} version={version} />
      {may('tokens:write') && <ExportPanel source={{ palette_id: id }} />}
      {may('themes:write') && (
        <section>
          <h2>{t.palettes.makeTheme}</h2>
          <MakeTheme id={id} />
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
  if (!data) return error === undefined ? <Skeleton lines={8} /> : problem;
  return (
    <>
      {problem}
      <Heading title={paletteTitle(data)} />
      <Tabs label={paletteTitle(data)} tabs={tabs} />
      {current === 'studio' && <Studio palette={data} onMade={reload} />}
      {current === 'versions' && <PaletteVersions id={id} newest={data.version} />}
      {current === 'links' && (
        <ShareLinks
          of={`palette ${id}`}
          list={async () => (await platform.palettes.links(id)).items}
          create={(link) => platform.palettes.createLink(id, link)}
          end={(link) => platform.palettes.deleteLink(id, link)}
          mayChange={may('palettes:write')}
        />
      )}
    </>
  );
};

export default Palette;
