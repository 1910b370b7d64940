import { domainToASCII } from 'node:url';

/** Letters that look alike are of these scripts; an address of two of them pretends to be another. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** True for the Kelvin sign, full-width letters and ligatures, which many programs make plain letters. */
const standsForOthers = (text: string): boolean =>
  Array.from(text).some((character) => character.normalize('NFKC') !== character);

/**
 * Why an address is refused although it has the form of one: it could be taken for another one.
 * Undefined for all others.
 */
export const faultOfAddress = (email: string): string | undefined => {
  if (standsForOthers(email) || /[\p{Cf}\p{Cc}\s]/u.test(email))
    return 'holds a character that is easily taken for another';
  const local = email.slice(0, email.lastIndexOf('@'));
  if (ALPHABETS.filter((alphabet) => alphabet.test(local)).length > 1)
    return 'mixes letters of several alphabets';
  return undefined;
};

/**
 * The form in which addresses are compared, the same for all spellings that reach the same mailbox
 * and for no other. Only ASCII letters lose their case before the @: beyond them, lower case makes
 * different letters equal. The domain is written as DNS has it.
 *
 * @example
 * emailKeyOf('Ada@Bücher.example'); // 'ada@xn--bcher-kva.example'
 */
export const emailKeyOf = (email: string): string => {
  // Of an address that is refused, normal forms would make another one.
  const address = standsForOthers(email) ? email : email.normalize('NFC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return `${local}@${domainToASCII(address.slice(at + 1))}`;
};
