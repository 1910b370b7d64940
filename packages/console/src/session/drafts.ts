import { DRAFT_PREFIX, ownerOf, session } from './session.ts';
import type { Session } from './session.ts';

/** What was typed into a form and not sent, by the names of its fields. */
export interface Draft {
  readonly fields: Readonly<Record<string, string>>;
  /** The version of the record that it would change. */
  readonly basis: string | undefined;
}

/** Drafts belong to whoever typed them: somebody else who signs in here sees none. */
const keyOf = (owner: Session, name: string): string => `${DRAFT_PREFIX}${ownerOf(owner)} ${name}`;

/** Reads what was typed into a form before it was left or the page was loaded again. */
export const readDraft = (name: string): Draft | undefined => {
  const stored = session.value ? sessionStorage.getItem(keyOf(session.value, name)) : null;
  return stored === null ? undefined : (JSON.parse(stored) as Draft);
};

/** Keeps what is typed until the tab is closed; undefined forgets it. */
export const writeDraft = (name: string, draft: Draft | undefined): void => {
  if (!session.value) return;
  const key = keyOf(session.value, name);
  if (draft === undefined) sessionStorage.removeItem(key);
  else
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Full: the form still holds it, and leaving asks.
    }
};
