import { useRef, useState } from 'preact/hooks';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { firstOf } from '../../loading/load.tsx';
import { useRemoval } from '../../loading/removal.tsx';
import type { Removal } from '../../loading/removal.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Modal } from '../../ui/modal.tsx';

/** Nobody has more themes; of those beyond, the platform itself refuses to delete the palette. */
const MOST_THEMES = 2_000;
const NAMED = 8;

/** Palettes that somebody wants to delete, and the themes that would go with them. */
interface Question {
  themes: readonly string[];
  agree: () => void;
}

const AskForThemes = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const t = texts();
  const { themes, agree } = question;
  const left = themes.length - NAMED;
  return (
    <Modal label={t.palettes.themesToo(themes.length)} onClose={onClose}>
      <h2>{t.palettes.themesToo(themes.length)}</h2>
      <p>{t.palettes.themesGo}</p>
      <ul>
        {themes.slice(0, NAMED).map((name, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {left > 0 && <p class="quiet">+ {formatNumber(left)}</p>}
      <p class="inline">
        <button type="button" autofocus onClick={onClose}>
          {t.keys.cancel}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            agree();
          }}
        >
          {t.palettes.deleteBoth}
        </button>
      </p>
    </Modal>
  );
};

/** Deletes palettes, and themes that use them once somebody has agreed to it. */
export const usePaletteRemoval = () => {
  const agreed = useRef(new Set<string>());
  const removal = useRemoval('palettes', (id: string) =>
    platform.palettes.delete(id, { cascade: agreed.current.has(id) }),
  );
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const { act } = useAct();
  const askFirst = (ids: readonly string[], remove: () => void): void => {
    act(async () => {
      const [only] = ids.length === 1 ? ids : [];
      const list = platform.themes.list(only === undefined ? {} : { palette_id: only });
      const themes = (await firstOf(list, MOST_THEMES)).filter(({ palette_id: of }) => ids.includes(of));
      if (themes.length === 0) remove();
      else
        setQuestion({
          themes: themes.map(({ name }) => name),
          agree: () => {
            for (const id of ids) agreed.current.add(id);
            remove();
          },
        });
    });
  };
  const asking: Removal<string> = {
    isShown: removal.isShown,
    remove: (id, name) => {
      askFirst([id], () => {
        removal.remove(id, name);
      });
    },
    removeAll: (ids) => {
      askFirst(ids, () => {
        removal.removeAll(ids);
      });
    },
  };
  const dialog = question && (
    <AskForThemes
      question={question}
      onClose={() => {
        setQuestion(undefined);
      }}
    />
  );
  return { removal: asking, dialog };
};
