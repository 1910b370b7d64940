import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { texts } from '../i18n/language.ts';
import { visiblePages } from '../menu/pages.ts';
import { may } from '../session/session.ts';
import { platform } from '../session/platform.ts';

interface Command {
  title: string;
  path: string;
}

const isOpen = signal(false);

/** Opens the palette of commands. */
export const openCommands = (): void => {
  isOpen.value = true;
};

const websitesLike = async (search: string): Promise<Command[]> => {
  if (search === '' || !may('websites:read')) return [];
  const { items } = await platform.websites.list({ search });
  return items.map(({ id, domain }) => ({ title: domain, path: `/console/websites/${id}` }));
};

const Panel = () => {
  const t = texts();
  const { route } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  const [websites, setWebsites] = useState<readonly Command[]>([]);

  // Before anything else that is typed arrives.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    // What was typed meanwhile asks again by itself; a failed look-up only leaves websites out.
    const timer = setTimeout(() => {
      websitesLike(search).then(setWebsites, () => {
        setWebsites([]);
      });
    }, 150);
    return () => {
      clearTimeout(timer);
    };
  }, [search]);

  const close = (): void => {
    isOpen.value = false;
  };
  const go = (command: Command | undefined): void => {
    if (!command) return;
    close();
    route(command.path);
  };
  const pages = visiblePages().map(({ path, title }) => ({ path, title: title(t) }));
  const wanted = search.toLowerCase();
  const found = [...pages.filter(({ title }) => title.toLowerCase().includes(wanted)), ...websites];
  return (
    <dialog ref={dialog} class="commands" aria-label={t.commands} onClose={close}>
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
        {found.map((command) => (
          <li key={command.path}>
            <button
              type="button"
              onClick={() => {
                go(command);
              }}
            >
              {command.title}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="quiet">{t.noCommand}</p>}
    </dialog>
  );
};

/** Ctrl-K: go to any page or website by typing. */
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
