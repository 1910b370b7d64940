import type { Input } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { CopyAs } from '../../palette/copying.tsx';
import { platform } from '../../session/platform.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';

type Format = Input<'tokens.export'>['format'];

/** Tokens that a file doesn't hold, or only in part. */
interface Loss {
  type: string;
  reason: string;
  count: number;
  names: readonly string[];
}

/** Returns what a file lacks; empty if the platform is older than the field. */
const lossesOf = (job: object): readonly Loss[] =>
  ('left_out' in job ? (job.left_out as readonly Loss[] | null) : null) ?? [];

/** Copies a palette in any format that is text, each with one click. */
export const CopyPalette = ({ id }: { id: string }) => {
  const { data } = useLoad('formats', () => platform.tokens.formats());
  if (!data) return <Skeleton lines={1} />;
  return (
    <CopyAs
      formats={data.items.filter(({ example }) => example.encoding === 'utf8')}
      textOf={async (format) => {
        const file = await platform.exports.download({ palette_id: id, format: format as Format });
        return new TextDecoder().decode(file.bytes);
      }}
    />
  );
};

interface Exported {
  filename: string;
  losses: readonly Loss[];
  url: string;
  /** The file's text; undefined for a binary file. */
  text: string | undefined;
}

const TEXT = /^(text\/|application\/(json|xml|javascript|typescript|dart|x-))|\+(json|xml)/;

/** Formats that are asked for most: a click on one of them saves its file. */
const FREQUENT = [
  'css',
  'tailwind-v4',
  'figma',
  'dtcg',
  'style-dictionary',
  'swiftui',
] as const satisfies readonly Format[];

const saveAs = ({ url, filename }: Exported): void => {
  Object.assign(document.createElement('a'), { href: url, download: filename }).click();
};

/** Exports a palette or theme, shows the file, and offers it for copying and saving. */
export const ExportPanel = ({ source }: { source: { palette_id: string } | { theme_id: string } }) => {
  const t = texts().palettes;
  const formats = useLoad('formats', () => platform.tokens.formats());
  const [exported, setExported] = useState<Exported | undefined>(undefined);
  useEffect(
    () => () => {
      if (exported) URL.revokeObjectURL(exported.url);
    },
    [exported],
  );
  const { isBusy, act } = useAct();
  const exportAs = async (format: Format, prefix: string): Promise<Exported> => {
    const wanted = { ...source, format };
    const file = await platform.exports.download({ ...wanted, ...(prefix !== '' && { prefix }) });
    const type = file.mediaType;
    const made = {
      filename: file.filename,
      losses: lossesOf(file.export),
      url: URL.createObjectURL(new Blob([file.bytes], { type })),
      text: TEXT.test(type) ? new TextDecoder().decode(file.bytes) : undefined,
    };
    setExported(made);
    return made;
  };
  const submission = useSubmit(({ format, prefix = '' }) => exportAs(format as Format, prefix));
  const titles = new Map(formats.data?.items.map(({ id, title }) => [id, title]));
  return (
    <section>
      <h2>{t.exports}</h2>
      <div class="quick" role="group" aria-label={t.saveAs}>
        {FREQUENT.filter((id) => titles.has(id)).map((id) => (
          <button
            key={id}
            type="button"
            disabled={isBusy}
            aria-label={t.saveAsFormat(titles.get(id) ?? id)}
            onClick={() => {
              act(async () => {
                saveAs(await exportAs(id, ''));
              });
            }}
          >
            <Icon name="file" />
            {titles.get(id)}
          </button>
        ))}
      </div>
      <form class="inline" onSubmit={submission.onSubmit}>
        <Select
          label={t.format}
          name="format"
          options={formats.data?.items.map(({ id, title }) => [id, title] as const) ?? [['css', 'CSS']]}
        />
        <Field label={t.prefix} name="prefix" error={submission.errorOf('prefix')} />
        <button class="primary" disabled={submission.isBusy}>
          {submission.isBusy ? t.exporting : t.exports}
        </button>
        <Problem error={submission.error ?? formats.error} />
      </form>
      {exported && (
        <div class="exported">
          <a class="button" href={exported.url} download={exported.filename}>
            {t.download} {exported.filename}
          </a>
          {exported.losses.length > 0 && (
            <div class="restored" role="status">
              <p>{t.leftOut}</p>
              <ul>
                {exported.losses.map(({ type, reason, count, names }) => (
                  <li key={`${type} ${reason}`}>
                    {count} × {type}: {reason} <span class="quiet">({names.join(', ')})</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {exported.text !== undefined && (
            <>
              <CopyButton text={exported.text} />
              <pre tabIndex={0} aria-label={t.preview}>
                {exported.text}
              </pre>
            </>
          )}
        </div>
      )}
    </section>
  );
};
