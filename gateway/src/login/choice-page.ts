import { createHash } from 'node:crypto';

import type { Joinable, Person } from '../members/joining-store.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
button { display: block; width: 100%; margin: 0.75rem 0; padding: 0.75rem 1rem; font: inherit; text-align: start; cursor: pointer; }
small { display: block; opacity: 0.75; }`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the page its own style and its form, and nothing else. */
export const CHOICE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const TEXTS = {
  en: {
    title: 'Choose an organisation',
    lead: (who: string) =>
      `You are signed in as ${who}. You join an organisation that invited you when you choose it; invitations from people that you don't know can be left alone.`,
    yourself: 'yourself',
    member: { owner: 'You are owner', editor: 'You are editor', viewer: 'You are viewer' },
    invited: {
      owner: 'You are invited as owner',
      editor: 'You are invited as editor',
      viewer: 'You are invited as viewer',
    },
  },
  de: {
    title: 'Organisation wählen',
    lead: (who: string) =>
      `Sie sind als ${who} angemeldet. Einer Organisation, die Sie eingeladen hat, treten Sie bei, indem Sie sie wählen; Einladungen von Unbekannten können Sie auf sich beruhen lassen.`,
    yourself: 'Sie selbst',
    member: {
      owner: 'Sie sind Inhaber',
      editor: 'Sie dürfen bearbeiten',
      viewer: 'Sie dürfen lesen',
    },
    invited: {
      owner: 'Sie sind als Inhaber eingeladen',
      editor: 'Sie sind zum Bearbeiten eingeladen',
      viewer: 'Sie sind zum Lesen eingeladen',
    },
  },
} as const;

export type ChoiceLanguage = keyof typeof TEXTS;

const button = (
  { organisation, organisationName, role, isInvitation }: Joinable,
  language: ChoiceLanguage,
): string =>
  `<button name="organisation" value="${escaped(organisation)}"><bdi>${escaped(organisationName)}</bdi>` +
  `<small>${TEXTS[language][isInvitation ? 'invited' : 'member'][role]}</small></button>`;

/** Asks somebody who may sign in to several organisations for one. An invitation is joined by choosing it. */
export const choicePage = (
  { email, name }: Person,
  found: readonly Joinable[],
  language: ChoiceLanguage,
): string => {
  const t = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<p>${t.lead(`<bdi>${escaped(email ?? name ?? t.yourself)}</bdi>`)}</p>
<form method="post" action="/console/login/choose">
${found.map((joinable) => button(joinable, language)).join('\n')}
</form>
</main>
</body>
</html>
`;
};
