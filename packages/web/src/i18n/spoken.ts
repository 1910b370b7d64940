import { signal } from '@preact/signals';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language that is spoken. Its catalogues are elsewhere, so that a page brings only those that it
 * needs.
 */
export const language = signal<Language>('en');

/** Of what is kept in every language, the one for the present language. */
export const spoken = <Texts>(catalogues: Readonly<Record<Language, Texts>>): Texts =>
  catalogues[language.value];
