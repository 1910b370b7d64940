import { spoken } from './spoken.ts';

/** Texts of the parts that every screen and page is made of. */
const english = {
  loading: 'Loading',
  tryAgain: 'Try again',
  trying: 'Trying again …',
  failed: 'That did not work.',
  unreachable: 'The platform cannot be reached. Is there a connection?',
  tooSlow: 'The platform did not answer in time.',
  unreadable: 'Something other than the platform answered, such as a proxy or the sign-in page of a network.',
  answered: (status: string) => `The platform answered with error ${status}.`,
  busy: (seconds: number) => `The platform is busy. It is asked again in ${seconds} seconds.`,
  requestId: (id: string) => `Request ${id}`,
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser did not allow this to be copied. Please copy it by hand.',
};

const german: typeof english = {
  loading: 'Lädt',
  tryAgain: 'Noch einmal versuchen',
  trying: 'Neuer Versuch …',
  failed: 'Das hat nicht geklappt.',
  unreachable: 'Die Plattform ist nicht erreichbar. Besteht eine Verbindung?',
  tooSlow: 'Die Plattform hat nicht rechtzeitig geantwortet.',
  unreadable:
    'Etwas anderes als die Plattform hat geantwortet, etwa ein Proxy oder die Anmeldeseite eines Netzes.',
  answered: (status) => `Die Plattform hat mit Fehler ${status} geantwortet.`,
  busy: (seconds) => `Die Plattform ist beschäftigt. In ${seconds} Sekunden wird sie wieder gefragt.`,
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
