import { useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TokenImport } from './token-import.tsx';
import { lineOf, placeOfSyntaxError, placeOfToken } from './token-place.ts';
import type { Place } from './token-place.ts';
import type { Tokens } from './use-derived.ts';

interface Fault {
  message: string;
  place: Place | undefined;
}

interface TokenEditorProps {
  text: string;
  onText: (text: string) => void;
  save: (tokens: Tokens) => Promise<void>;
}

/** A theme's tokens as JSON. Each fault leads to its place in the text. */
export const TokenEditor = ({ text, onText, save }: TokenEditorProps) => {
  const t = texts();
  const form = useRef<HTMLFormElement>(null);
  const [syntax, setSyntax] = useState<Fault | undefined>(undefined);
  const submission = useSubmit(async () => {
    setSyntax(undefined);
    let tokens: Tokens;
    try {
      tokens = JSON.parse(text) as Tokens;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      setSyntax({ message: `${t.themes.notJson} ${message}`, place: placeOfSyntaxError(text, message) });
      return;
    }
    await save(tokens);
    notify(t.saved);
  });
  const faults: Fault[] = Object.keys(submission.fields).map((field) => ({
    message: `${field}: ${submission.errorOf(field) ?? ''}`,
    place: placeOfToken(text, field),
  }));
  const show = ([from, to]: Place): void => {
    const area = form.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(from, to);
  };
  return (
    <section>
      <h2>{t.studio.tokens}</h2>
      <TokenImport
        onRead={(tokens) => {
          onText(JSON.stringify(tokens, null, 2));
        }}
      />
      <form ref={form} onSubmit={submission.onSubmit}>
        <TextArea
          label={t.themes.tokens}
          hint={t.themes.tokensHint}
          rows={14}
          value={text}
          onInput={(event) => {
            onText(event.currentTarget.value);
          }}
        />
        <div role="alert">
          {[...(syntax ? [syntax] : []), ...faults].map(({ message, place }) => (
            <p key={message} class="wrong">
              {message}{' '}
              {place && (
                <button
                  type="button"
                  onClick={() => {
                    show(place);
                  }}
                >
                  {t.studio.toLine(lineOf(text, place))}
                </button>
              )}
            </p>
          ))}
        </div>
        <button class="primary" disabled={submission.isBusy}>
          {t.save}
        </button>
        <Problem error={submission.error} />
      </form>
    </section>
  );
};
