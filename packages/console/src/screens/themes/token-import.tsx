import type { Input, Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

type Read = Output<'tokens.import.create'>;
type Format = Input<'tokens.import.create'>['format'];

const FORMATS: readonly (readonly [Format, string])[] = [
  ['css', 'CSS'],
  ['dtcg', 'Design Tokens (DTCG)'],
  ['style-dictionary', 'Style Dictionary'],
  ['figma', 'Figma'],
  ['tokens-studio', 'Tokens Studio'],
  ['tailwind-v4', 'Tailwind 4'],
  ['tailwind-v3', 'Tailwind 3'],
  ['gpl', 'GIMP'],
  ['hex', 'Hex'],
];

/** Reads tokens from a file of another tool into the editor. Nothing is stored by that. */
export const TokenImport = ({ onRead }: { onRead: (tokens: Read['tokens']) => void }) => {
  const t = texts().studio;
  const [read, setRead] = useState<Read | undefined>(undefined);
  const submission = useSubmit(async ({ format }, form) => {
    const file = new FormData(form).get('file');
    if (!(file instanceof File)) return;
    const found = await platform.tokens.import.create({
      format: format as Format,
      content: await file.text(),
    });
    setRead(found);
    onRead(found.tokens);
    form.reset();
  });
  return (
    <details>
      <summary>{t.importTokens}</summary>
      <form class="inline" onSubmit={submission.onSubmit}>
        <Select label={t.importFormat} name="format" options={FORMATS} error={submission.errorOf('format')} />
        <Field label={t.importFile} name="file" type="file" error={submission.errorOf('content')} required />
        <button disabled={submission.isBusy}>{t.importRead}</button>
        <Problem error={submission.error} />
      </form>
      {read && (
        <div role="status">
          <p>{t.importedTokens(read.count)}</p>
          {read.changes.map((change) => (
            <p key={change} class="quiet">
              {change}
            </p>
          ))}
          {read.unresolved.map(({ field, message }) => (
            <p key={field} class="wrong">
              {field}: {message}
            </p>
          ))}
        </div>
      )}
    </details>
  );
};
