import type { Scope } from '@platform/identity/scopes';

import type { Texts } from '../i18n/english.ts';
import { chooseLanguage, LANGUAGE_NAMES } from '../i18n/language.ts';
import { language, LANGUAGES } from '../i18n/spoken.ts';
import { may, signOut } from '../session/session.ts';
import { failureText } from '../ui/problem.tsx';
import { notify } from '../ui/notices.tsx';

/** Something that the palette of commands does, or the screen where it is done. */
export interface Action {
  title: string;
  act: string | (() => void);
}

const leave = (): void => {
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
export const actions = (t: Texts): readonly Action[] => [
  ...MAKING.filter(([scope]) => may(scope)).map(([, path, title]) => ({ title: title(t), act: path })),
  ...LANGUAGES.filter((one) => one !== language.value).map((one) => ({
    title: `${t.language}: ${LANGUAGE_NAMES[one]}`,
    act: () => {
      chooseLanguage(one);
    },
  })),
  { title: t.signOut, act: leave },
];
