import { FIELD_PARTS, FIELD_SENTENCES } from './german/fields.ts';
import { MESSAGE_PARTS, MESSAGE_SENTENCES } from './german/messages.ts';
import { createTranslate } from './language.ts';
import type { Language } from './language.ts';

const field = createTranslate(FIELD_SENTENCES, FIELD_PARTS);
const message = createTranslate(MESSAGE_SENTENCES, MESSAGE_PARTS);

/** Returns a field's fault in a language. A sentence that the catalogue lacks stays English. */
export const faultIn = (language: Language, text: string): string =>
  language === 'en' ? text : (field(text) ?? text);

/** The message of an error in a language: one of its own, or that of its first field. */
export const messageIn = (language: Language, text: string): string =>
  language === 'en' ? text : (message(text) ?? field(text) ?? text);
