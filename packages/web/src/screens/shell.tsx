import './shell.css';

import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { openCommands } from '../commands/commands.tsx';
import { chooseLanguage, LANGUAGE_NAMES, texts } from '../i18n/language.ts';
import { language, LANGUAGES } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';
import { useLoad } from '../loading/load.tsx';
import { working } from '../loading/timing.ts';
import { isUnder, visiblePages } from '../menu/pages.ts';
import type { Area } from '../menu/pages.ts';
import { switchOrganisation } from '../session/accounts.ts';
import { platform } from '../session/platform.ts';
import { session, signOut } from '../session/session.ts';
import { Icon, Logo } from '../ui/icon.tsx';
import { notify } from '../ui/notices.tsx';
import { failureText } from '../ui/problem.tsx';
import { leaveFocus, screenTitle, wantFocus } from './screen.tsx';

/** The entries of the menu by area, in the order of the pages. */
const groupedPages = () => {
  const groups = new Map<Area | undefined, ReturnType<typeof visiblePages>>();
  for (const page of visiblePages()) groups.set(page.area, [...(groups.get(page.area) ?? []), page]);
  return [...groups];
};

const Menu = ({ path }: { path: string }) => {
  const t = texts();
  return (
    <nav class="menu" aria-label={t.navigation}>
      {groupedPages().map(([area, pages]) => (
        <div key={area ?? ''} role="group" aria-label={area ? t.areas[area] : t.overview.title}>
          {area && (
            <p class="area" aria-hidden="true">
              {t.areas[area]}
            </p>
          )}
          {pages.map((page) => (
            <a
              key={page.path}
              href={page.path}
              aria-current={
                [page.path, ...page.beside].some((own) => isUnder(path, own)) ? 'page' : undefined
              }
            >
              <Icon name={page.icon} />
              {page.title(t)}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
};

/** The organisations that somebody belongs to, where there are several; another choice goes on there. */
const OrganisationChoice = () => {
  const t = texts();
  const member = session.value?.member;
  const hasAccount = member?.has_account === true;
  const loaded = useLoad(`organisations ${member?.id ?? ''}`, () =>
    hasAccount ? platform.account.show() : Promise.resolve(undefined),
  );
  const organisations = loaded.data?.organisations ?? [];
  if (organisations.length < 2) return null;
  const current = organisations.find((one) => one.current)?.id;
  return (
    <select
      aria-label={t.accounts.organisation}
      value={current}
      onChange={(event) => {
        const select = event.currentTarget;
        switchOrganisation(select.value).then(
          () => {
            location.assign('/console/');
          },
          (error: unknown) => {
            select.value = current ?? '';
            notify(failureText(error));
          },
        );
      }}
    >
      {organisations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
};

const Tools = () => {
  const t = texts();
  const leave = (): void => {
    signOut().catch((error: unknown) => {
      notify(failureText(error));
    });
  };
  return (
    <div class="tools">
      <OrganisationChoice />
      <button type="button" class="find" onClick={openCommands}>
        <Icon name="search" />
        {t.commands} <kbd>Ctrl K</kbd>
      </button>
      <p class="quiet who">{t.signedInAs(session.value?.name ?? '')}</p>
      <select
        aria-label={t.language}
        value={language.value}
        onChange={(event) => {
          chooseLanguage(event.currentTarget.value as Language);
        }}
      >
        {LANGUAGES.map((name) => (
          <option key={name} value={name}>
            {LANGUAGE_NAMES[name]}
          </option>
        ))}
      </select>
      <button type="button" title={t.signedInAs(session.value?.name ?? '')} onClick={leave}>
        {t.signOut}
      </button>
    </div>
  );
};

/** Frames every screen: the menu, who is signed in, and the way out. */
export const Shell = ({ children }: { children: ComponentChildren }) => {
  const t = texts();
  const { path, url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    if (shownPath.current !== path) wantFocus();
    shownPath.current = path;
  }, [path]);
  useEffect(() => {
    addEventListener('keydown', leaveFocus);
    return () => {
      removeEventListener('keydown', leaveFocus);
    };
  }, []);
  // Where the screen is narrow, the menu has done its work once it led somewhere.
  useEffect(() => {
    setOpen(false);
  }, [url]);
  return (
    <div class="shell">
      {working.value > 0 && <div class="working" aria-hidden="true" />}
      <a class="skip" href="#content">
        {t.skipToContent}
      </a>
      <header class={isOpen ? 'open' : ''}>
        <a class="brand" href="/console/">
          <Logo />
          {t.productName}
        </a>
        <button
          type="button"
          class="toggle"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t.menu}
        </button>
        <Menu path={path} />
        <Tools />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <p class="unseen" role="status">
        {screenTitle.value}
      </p>
    </div>
  );
};
