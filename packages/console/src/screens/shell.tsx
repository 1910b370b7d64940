import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';

import { openCommands } from '../commands/commands.tsx';
import { chooseLanguage, language, LANGUAGES, texts } from '../i18n/language.ts';
import type { Language } from '../i18n/language.ts';
import { session, signOut } from '../session/session.ts';
import { notify } from '../ui/notices.tsx';
import { visiblePages } from '../menu/pages.ts';

const NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const isUnder = (path: string, page: string): boolean =>
  page === '/console/' ? /^\/console\/?$/.test(path) : path.startsWith(page);

/** What stands around every screen: the menu, who is signed in, and the way out. */
export const Shell = ({ children }: { children: ComponentChildren }) => {
  const t = texts();
  const { path } = useLocation();
  const leave = (): void => {
    signOut().catch((error: unknown) => notify(error instanceof Error ? error.message : t.failed));
  };
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t.skipToContent}
      </a>
      <header>
        <a class="brand" href="/console/">
          {t.productName}
        </a>
        <nav aria-label={t.navigation}>
          {visiblePages().map((page) => (
            <a key={page.path} href={page.path} aria-current={isUnder(path, page.path) ? 'page' : undefined}>
              {page.title(t)}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button type="button" onClick={openCommands}>
            {t.commands} <kbd>Ctrl K</kbd>
          </button>
          <select
            aria-label={t.language}
            value={language.value}
            onChange={(event) => {
              chooseLanguage(event.currentTarget.value as Language);
            }}
          >
            {LANGUAGES.map((name) => (
              <option key={name} value={name}>
                {NAMES[name]}
              </option>
            ))}
          </select>
          <button type="button" title={t.signedInAs(session.value?.name ?? '')} onClick={leave}>
            {t.signOut}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
