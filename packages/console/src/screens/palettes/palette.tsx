import { useLocation, useRoute } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { ContrastMatrix } from './contrast-matrix.tsx';
import { ExportPanel } from './export-panel.tsx';
import { Swatches } from './swatches.tsx';

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

/** The palette studio: colours, contrast, exports, and the way to a theme. */
const Palette = () => {
  const t = texts();
  const id = useRoute().params['id'] ?? '';
  const { data, error, reload } = useLoad(`palette ${id}`, () => platform.palettes.show(id));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Heading title={data.name ?? `${data.base_color.hex}, ${data.harmony.replaceAll('_', ' ')}`} />
      <section>
        <h2>{t.palettes.colors}</h2>
        <Swatches colors={data.colors} />
        {data.warnings.map((warning) => (
          <p key={warning} class="wrong">
            {warning}
          </p>
        ))}
      </section>
      <ContrastMatrix id={id} />
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

export default Palette;
