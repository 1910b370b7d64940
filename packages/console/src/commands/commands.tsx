import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { texts } from '../i18n/language.ts';
import { visiblePages } from '../menu/pages.ts';
import { Modal } from '../ui/modal.tsx';
import { actions } from './actions.ts';
import { findThings } from './find-things.ts';
import type { Thing } from './find-things.ts';

interface Command {
  title: string;
  /** What it is, where its name doesn't say so. */
  kind?: string;
  act: string | (() => void);
}

const PAUSE_MILLISECONDS = 150;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const isOpen = signal(false);

/** Opens the palette of commands. */
export const openCommands = (): void => {
  isOpen.value = true;
};

/** The arrows go from the field through the commands, and around. */
const goByArrows = (event: KeyboardEvent & { currentTarget: HTMLDialogElement }): void => {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops.at((at + step) % stops.length)?.focus();
};

const Panel = () => {
  const t = texts();
  const { route } = useLocation();
  const [search, setSearch] = useState('');
  const [things, setThings] = useState<readonly Thing[]>([]);

  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void findThings(search.trim(), t).then((found) => {
        // What was typed meanwhile asks again by itself.
        if (isCurrent) setThings(found);
      });
    }, PAUSE_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search]);

  const close = (): void => {
    isOpen.value = false;
  };
  const go = (command: Command | undefined): void => {
    if (!command) return;
    close();
    if (typeof command.act === 'string') route(command.act);
    else command.act();
  };
  const wanted = search.trim().toLowerCase();
  const fixed: Command[] = [
    ...visiblePages().map(({ path, title }) => ({ title: title(t), act: path })),
    ...actions(t).map(({ title, act }) => ({
      title,
      act: typeof act === 'string' ? `/console/${act}` : act,
    })),
  ];
  const found: Command[] = [
    ...fixed.filter(({ title }) => title.toLowerCase().includes(wanted)),
    ...things.map(({ title, kind, path }) => ({ title, kind, act: `/console/${path}` })),
  ];
  return (
    <Modal class="commands" label={t.commands} onClose={close} onKeyDown={goByArrows}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(found[0]);
        }}
      >
        <input
          aria-label={t.commandsHint}
          placeholder={t.commandsHint}
          value={search}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
      </form>
      <ul>
        {found.map((command, index) => (
          <li key={typeof command.act === 'string' ? `${command.act} ${command.title}` : index}>
            <button
              type="button"
              onClick={() => {
                go(command);
              }}
            >
              {command.title}
              {command.kind !== undefined && <span class="quiet">{command.kind}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet" role="status">
        {found.length === 0 && t.noCommand}
      </p>
    </Modal>
  );
};

/** Ctrl-K: go to any page or record, and do what can be done from anywhere, by typing. */
export const Commands = () => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openCommands();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, []);
  return isOpen.value ? <Panel /> : null;
};
