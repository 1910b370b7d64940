import type { Input, Output } from '@platform/client';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { ExportPanel } from '../palettes/export-panel.tsx';

type ThemeRecord = Output<'themes.show'>;
type Tokens = NonNullable<Input<'themes.update'>['tokens']>;

const Modes = ({ modes }: { modes: ThemeRecord['modes'] }) => {
  const t = texts().themes;
  return (
    <div class="modes">
      {(Object.keys(t.modes) as (keyof typeof t.modes)[]).map((mode) => (
        <section key={mode} aria-label={t.modes[mode]}>
          <h2 class="small">{t.modes[mode]}</h2>
          <ul class="swatches small">
            {Object.entries(modes[mode]).map(([role, { hex }]) => (
              <li
                key={role}
                title={`${role} ${hex}`}
                style={{ backgroundColor: hex }}
                aria-label={`${role} ${hex}`}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};

const TokenEditor = ({ theme, onSaved }: { theme: ThemeRecord; onSaved: () => void }) => {
  const t = texts();
  const [syntaxError, setSyntaxError] = useState<string | undefined>(undefined);
  const submission = useSubmit(async ({ tokens = '' }) => {
    setSyntaxError(undefined);
    let parsed: Tokens;
    try {
      parsed = JSON.parse(tokens) as Tokens;
    } catch (error) {
      setSyntaxError(`${t.themes.notJson} ${error instanceof Error ? error.message : ''}`);
      return;
    }
    await platform.themes.update(theme.id, { tokens: parsed });
    notify(t.saved);
    onSaved();
  });
  return (
    <form onSubmit={submission.onSubmit}>
      <TextArea
        label={t.themes.tokens}
        hint={t.themes.tokensHint}
        name="tokens"
        rows={14}
        defaultValue={JSON.stringify(theme.tokens, null, 2)}
        error={syntaxError ?? submission.errorOf('tokens')}
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.save}
      </button>
      <Problem error={submission.error} />
    </form>
  );
};

/** One theme: its four modes, its tokens, and its exports. */
const Theme = () => {
  const t = texts();
  const id = useRoute().params['id'] ?? '';
  const { data, error, reload } = useLoad(`theme ${id}`, () => platform.themes.show(id));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Heading title={data.name}>
        <a class="button" href={data.preview_url} target="_blank" rel="noreferrer">
          {t.themes.preview}
        </a>
      </Heading>
      <Modes modes={data.modes} />
      {data.warnings.length > 0 && (
        <section>
          <h2>{t.themes.warnings}</h2>
          {data.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </section>
      )}
      {may('themes:write') && <TokenEditor key={data.updated_at} theme={data} onSaved={reload} />}
      {may('tokens:write') && <ExportPanel source={{ theme_id: id }} />}
    </>
  );
};

export default Theme;
