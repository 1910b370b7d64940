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

/** Words that the lists lack, in the languages of the console. */
const OWN = ['passwort', 'kennwort', 'willkommen', 'geheim', 'hallo', 'changeme', 'administrator'];

const MIN_DISTINCT = 5;
/** Letters that a password must have left without what everybody guesses first. */
const MIN_REST = 6;
/** Words that make a password of them a phrase: fewer are tried in all combinations. */
const PHRASE = 3;
const SHORTEST_WORD = 4;
const LONGEST_WORD = 24;

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const withoutLeet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** The 49,000 passwords that are used most, by @zxcvbn-ts/language-common. Read with the first password. */
const commonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...OWN]);
};

let loading: Promise<ReadonlySet<string>> | undefined;

/** Takes common passwords out of a text, the longest first; tells how many there were, and what is left. */
const takeOut = (text: string, common: ReadonlySet<string>): { words: number; rest: string } => {
  let [at, words, rest] = [0, 0, ''];
  while (at < text.length) {
    let length = Math.min(LONGEST_WORD, text.length - at);
    while (length >= SHORTEST_WORD && !common.has(text.slice(at, at + length))) length -= 1;
    if (length >= SHORTEST_WORD) words += 1;
    else rest += text.charAt(at);
    at += Math.max(1, length < SHORTEST_WORD ? 1 : length);
  }
  return { words, rest };
};

/** True for a text that is a shorter one several times: turned by the length of that, it is itself. */
const isRepetition = (text: string): boolean => (text + text).indexOf(text, 1) < text.length;

/** True for a text that is, or hardly more than, one or two common passwords. */
const isCommon = (text: string, common: ReadonlySet<string>): boolean => {
  const letters = text.replace(/[\d\W_]+/g, '');
  return [text, withoutLeet(text), letters, withoutLeet(text).replace(/[\d\W_]+/g, '')].some((form) => {
    if (common.has(form) || common.has(Array.from(form).reverse().join(''))) return true;
    const { words, rest } = takeOut(form, common);
    return words > 0 && words < PHRASE && rest.replace(/[\d\W_]/g, '').length < MIN_REST;
  });
};

/**
 * Returns why a password is refused; undefined if it isn't. Twelve characters rule out nearly all
 * common passwords, and these rules what attackers try at that length: repetitions, runs, the user's
 * address, and common passwords with digits around them or another one.
 */
export const faultOfPassword = async (password: string, email: string): Promise<string | undefined> => {
  const text = password.normalize('NFKC');
  if (Array.from(text).length < MIN_PASSWORD) return `must have at least ${MIN_PASSWORD} characters`;
  const lower = text.toLowerCase();
  if (new Set(lower).size < MIN_DISTINCT || isRepetition(lower)) return 'repeats itself';
  if (RUNS.some((run) => run.includes(lower))) return 'is a run of neighbouring characters';
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const own = [email.toLowerCase(), ...(local.length > 3 ? [local] : [])];
  if (own.some((part) => lower.replaceAll(part, '').length < MIN_REST)) return 'is made of your address';
  loading ??= commonPasswords();
  return isCommon(lower, await loading) ? 'is a common password with little added' : undefined;
};
