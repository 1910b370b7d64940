import type { Output } from '@platform/client';
import { useLayoutEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import type { Versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { ThemeModes } from './theme-modes.tsx';
import { TokenEditor } from './token-editor.tsx';
import { sameTokens, useDerived } from './use-derived.ts';
import type { Tokens } from './use-derived.ts';

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
    // What was saved keeps the layout its author gave it, and the place of the cursor.
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
  const { modes, warnings } = useDerived(theme, stored, typed);
  return (
    <>
      <ThemeModes modes={modes} />
      {may('themes:write') && <TokenEditor text={typed} onText={setTyped} save={save} />}
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
