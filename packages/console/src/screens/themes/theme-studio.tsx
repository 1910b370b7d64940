import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { may } from '../../session/session.ts';
import { ThemeModes } from './theme-modes.tsx';
import { TokenEditor } from './token-editor.tsx';
import { useDerived } from './use-derived.ts';

interface ThemeStudioProps {
  theme: Output<'themes.show'>;
  onSaved: () => void;
}

/** The four modes of a theme, which follow its tokens while they are typed. */
export const ThemeStudio = ({ theme, onSaved }: ThemeStudioProps) => {
  const t = texts().themes;
  const stored = JSON.stringify(theme.tokens, null, 2);
  const [typed, setTyped] = useState(stored);
  const { modes, warnings } = useDerived(theme, stored, typed);
  return (
    <>
      <ThemeModes modes={modes} />
      {may('themes:write') && <TokenEditor id={theme.id} text={typed} onText={setTyped} onSaved={onSaved} />}
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
