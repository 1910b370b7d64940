import { spoken } from './spoken.ts';

/** Texts of the parts that every screen and page is made of. */
const english = {
  loading: 'Loading',
  tryAgain: 'Try again',
  failed: 'That did not work.',
  requestId: (id: string) => `Request ${id}`,
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser did not allow this to be copied. Please copy it by hand.',
};

const german: typeof english = {
  loading: 'Lädt',
  tryAgain: 'Noch einmal versuchen',
  failed: 'Das hat nicht geklappt.',
  requestId: (id) => `Anfrage ${id}`,
  undo: 'Rückgängig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Ihr Browser hat das Kopieren nicht erlaubt. Bitte kopieren Sie von Hand.',
};

/** In every language: the console's own texts have them, too. */
export const parts = { en: english, de: german };

/** The texts of the parts in the present language. */
export const partTexts = (): typeof english => spoken(parts);
