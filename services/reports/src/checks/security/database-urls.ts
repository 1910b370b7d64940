const DATABASE_URL =
  /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp):\/\/([^\s:/@"'<]{1,100}):([^\s@"'<]{3,200})@([\w.-]{0,100})/g;

/** Placeholders that manuals write for a password. */
const NO_PASSWORD =
  /[$*{}[\]<>]|^(?:my|your|the|db|database|some|super)?[-_]?(?:pass(?:word|wd)?|pwd|secret|pw)(?:here|123)?$|^(?:admin|change[-_]?(?:me|it|this)|example|guest|root|test|x{3,}|\.{3,}|…)$/i;

const isLocal = (host: string): boolean => /^(?:localhost|127\.[\d.]+)?$/i.test(host);

/**
 * Finds the database URLs with a password in a text, except examples from manuals: the password is a
 * placeholder or repeats the user’s name, or only the machine itself can reach the database.
 */
export const databaseUrls = (text: string): string[] =>
  [...text.matchAll(DATABASE_URL)].flatMap(([found, user = '', password = '', host = '']) =>
    NO_PASSWORD.test(password) || password === user || isLocal(host) ? [] : [found],
  );
