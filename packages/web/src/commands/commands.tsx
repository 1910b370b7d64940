import './commands.css';

import type { Scope } from '@platform/identity/scopes';
import { signal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Texts } from '../i18n/english.ts';
import { chooseLanguage, LANGUAGE_NAMES, texts } from '../i18n/language.ts';
import { language, LANGUAGES } from '../i18n/spoken.ts';
import { visiblePages } from '../menu/pages.ts';
import { platform } from '../session/platform.ts';
import { may, signOut } from '../session/session.ts';
import { shownAddress, shownDomain } from '../ui/address.ts';
import { leave } from '../ui/leaving.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { failureText } from '../ui/problem.tsx';

/** Something that the palette of commands does, or the screen where it is done. */
interface Action {
  title: string;
  act: string | (() => void);
}

const endSession = (): void => {
  signOut().catch((error: unknown) => {
    notify(failureText(error));
  });
};

const MAKING: readonly (readonly [scope: Scope, path: string, title: (t: Texts) => string])[] = [
  ['websites:write', 'websites', (t) => t.websites.add],
  ['reports:write', 'reports', (t) => t.overview.firstReport],
  ['reports:write', 'sites', (t) => t.report.crawlSite],
  ['palettes:write', 'palettes', (t) => t.palettes.make],
  ['keys:admin', 'members', (t) => t.members.inviteSomebody],
  ['keys:admin', 'keys', (t) => t.keys.add],
  ['webhooks:write', 'webhooks', (t) => t.webhooks.make],
];

/** Lists the actions that this session may take from anywhere. */
const actions = (t: Texts): readonly Action[] => [
  ...MAKING.filter(([scope]) => may(scope)).map(([, path, title]) => ({ title: title(t), act: path })),
  ...LANGUAGES.filter((one) => one !== language.value).map((one) => ({
    title: `${t.language}: ${LANGUAGE_NAMES[one]}`,
    act: () => {
      chooseLanguage(one);
    },
  })),
  { title: t.signOut, act: endSession },
];

/** A record that the palette of commands leads to. */
interface Thing {
  title: string;
  kind: string;
  path: string;
}

const MOST_OF_A_KIND = 5;
/** Themes are looked through here, as the API searches none. */
const MOST_THEMES = 100;

/** How the records of each kind are found, where the session may read them. */
const KINDS: readonly (readonly [scope: Scope, find: (search: string, t: Texts) => Promise<Thing[]>])[] = [
  [
    'websites:read',
    async (search, t) => {
      const { items } = await platform.websites.list({ search, per_page: 10 });
      const kind = t.kinds.website;
      return items
        .slice(0, MOST_OF_A_KIND)
        .map(({ id, domain }) => ({ title: shownDomain(domain), kind, path: `websites/${id}` }));
    },
  ],
  [
    'reports:read',
    async (search, t) => {
      const { items } = await platform.reports.list({ search, per_page: 10 });
      return items
        .slice(0, MOST_OF_A_KIND)
        .map(({ id, url }) => ({ title: shownAddress(url), kind: t.kinds.report, path: `reports/${id}` }));
    },
  ],
  [
    'palettes:read',
    async (search, t) => {
      const { items } = await platform.palettes.list({ search, limit: MOST_OF_A_KIND });
      return items.map(({ id, name, base_color: base }) => ({
        title: name ?? base.hex,
        kind: t.kinds.palette,
        path: `palettes/${id}`,
      }));
    },
  ],
  [
    'palettes:read',
    async (search, t) => {
      const { items } = await platform.themes.list({ limit: MOST_THEMES });
      return items
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        .slice(0, MOST_OF_A_KIND)
        .map(({ id, name }) => ({ title: name, kind: t.kinds.theme, path: `themes/${id}` }));
    },
  ],
];

/** Finds websites, reports, palettes and themes by part of their name; leaves out a kind that fails. */
const findThings = async (search: string, t: Texts): Promise<{ found: Thing[]; isWhole: boolean }> => {
  const readable = KINDS.filter(([scope]) => search !== '' && may(scope));
  const answers = await Promise.allSettled(readable.map(([, find]) => find(search, t)));
  return {
    found: answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    isWhole: answers.every(({ status }) => status === 'fulfilled'),
  };
};

interface Command {
  title: string;
  /** Kind of entry, where its name doesn't say so. */
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
  const { route, url } = useLocation();
  const [search, setSearch] = useState('');
  // Back leads elsewhere, and away from here.
  const first = useRef(url);
  useEffect(() => {
    if (url !== first.current) isOpen.value = false;
  }, [url]);
  const [things, setThings] = useState<{ search: string; found: readonly Thing[]; isWhole: boolean }>({
    search: '',
    found: [],
    isWhole: true,
  });
  // Enter was pressed before what was typed had been looked for.
  const [isEager, setEager] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void findThings(search.trim(), t).then((found) => {
        // Text typed meanwhile starts another search.
        if (isCurrent) setThings({ search, ...found });
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
    const { act } = command;
    if (typeof act === 'string')
      leave(() => {
        route(act);
      });
    else act();
  };
  const isSearching = search.trim() !== '' && things.search !== search;
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
    // Results for an earlier text don't answer this one.
    ...(isSearching ? [] : things.found).map(({ title, kind, path }) => ({
      title,
      kind,
      act: `/console/${path}`,
    })),
  ];
  useEffect(() => {
    if (isEager && !isSearching) go(found[0]);
  }, [isEager, isSearching]);
  return (
    <Modal class="commands" label={t.commands} onClose={close} onKeyDown={goByArrows}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) go(found[0]);
          else setEager(isSearching);
        }}
      >
        <input
          aria-label={t.commandsHint}
          placeholder={t.commandsHint}
          value={search}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
            // Here, not in the effect: effects run after the paint, and would undo an Enter before it.
            setEager(false);
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
        {isSearching ? t.searching : things.isWhole ? found.length === 0 && t.noCommand : t.notAllFound}
      </p>
      <button type="button" class="by-touch" onClick={close}>
        {t.keys.close}
      </button>
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
