import type { parts as english } from '../english/parts.ts';

export const parts: typeof english = {
  loading: 'Lädt',
  tryAgain: 'Noch einmal versuchen',
  failed: 'Das hat nicht geklappt.',
  requestId: (id) => `Anfrage ${id}`,
  undo: 'Rückgängig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Ihr Browser hat das Kopieren nicht erlaubt. Bitte kopieren Sie von Hand.',
};
