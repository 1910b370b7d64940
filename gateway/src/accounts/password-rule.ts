/** Turns passwords into what is stored of them, slowly, on other threads, and few at a time. */
export interface PasswordHashing {
  /** @throws 429 if too many passwords are being hashed */
  hash: (password: string) => Promise<string>;
  /** @throws 429 */
  verify: (password: string, hash: string) => Promise<boolean>;
}

/** In characters. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** Runs that people type with one finger after the other, in both directions. */
const RUNS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'].flatMap(
  (run) => [run, Array.from(run).reverse().join('')],
);

/** The heads of every list of common passwords, in the languages of the console. */
const COMMON =
  /pass(?:word|wort)|kennwort|qwert[yz]|asdf(?:gh)?|letmein|welcome|willkommen|admin(?:istrator)?|iloveyou|dragon|monkey|football|baseball|sunshine|princess|superman|batman|trustno1|login|secret|geheim|hallo|hello|changeme|master|test/g;

const MIN_DISTINCT = 5;
/** Characters that a password must have left without what everybody guesses first. */
const MIN_REST = 6;

/**
 * Returns why a password is refused; undefined if it isn't. Twelve characters rule out nearly all
 * common passwords, and these rules what attackers try at that length: repetitions, runs, the user's
 * address, and common passwords with digits around them.
 */
export const faultOfPassword = (password: string, email: string): string | undefined => {
  const text = password.normalize('NFKC');
  if (Array.from(text).length < MIN_PASSWORD) return `must have at least ${MIN_PASSWORD} characters`;
  const lower = text.toLowerCase();
  if (new Set(lower).size < MIN_DISTINCT || /^(.+?)\1+$/su.test(lower)) return 'repeats itself';
  if (RUNS.some((run) => run.includes(lower))) return 'is a run of neighbouring characters';
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const own = [email.toLowerCase(), ...(local.length > 3 ? [local] : [])];
  if (own.some((part) => lower.replaceAll(part, '').length < MIN_REST)) return 'is made of your address';
  const rest = lower.replace(COMMON, '');
  if (rest !== lower && rest.replace(/[\d\W_]/g, '').length < MIN_REST)
    return 'is a common password with little added';
  return undefined;
};
