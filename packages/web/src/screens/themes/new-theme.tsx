import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { Refusal } from '../../loading/form.tsx';
import { texts } from '../../i18n/language.ts';
import { firstOf, useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { paletteTitle } from '../../palette/swatches.tsx';
import { firstColor } from './import-theme.ts';
import { TokenSource, WebsiteSource } from './import-tokens.tsx';
import type { ReadTokens } from './import-tokens.tsx';

const SOURCES = ['file', 'text', 'website', 'palette'] as const;
type Source = (typeof SOURCES)[number];

/** As many as somebody leafs through in a choice. */
const PALETTES = 200;
/** Makes a theme from a file or text of another tool, or from a palette. */
export const NewTheme = ({ onClose }: { onClose: () => void }) => {
  const t = texts();
  const { route } = useLocation();
  const [source, setSource] = useState<Source>('file');
  const [read, setRead] = useState<ReadTokens | undefined>(undefined);
  const [suggested, setSuggested] = useState('');
  const palettes = useLoad('palettes of a new theme', () => firstOf(platform.palettes.list(), PALETTES));
  const isReady = source === 'palette' || read !== undefined;
  const submission = useSubmit(async ({ name = '', palette = '' }) => {
    const tokens = source === 'palette' || !read ? {} : read.tokens;
    const made =
      palette === '' && read
        ? await platform.palettes.create({ base_color: firstColor(read), name })
        : undefined;
    const { id } = await platform.themes.create({ name, tokens, palette_id: made?.id ?? palette });
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
