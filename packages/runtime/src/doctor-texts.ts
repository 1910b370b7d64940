/** A sentence in the languages of the console. */
export interface Text {
  en: string;
  de: string;
}

export const CHECKS = [
  'settings',
  'database',
  'clock',
  'redis',
  'mail',
  'disk',
  'versions',
  'safety',
] as const;

/** A finding about one subject, with its cure. */
export interface Finding {
  check: (typeof CHECKS)[number];
  status: 'ok' | 'warning' | 'failed';
  message: Text;
  /** The way out; null where all is well. */
  remedy: Text | null;
}

/** A sentence in both languages. */
export const text = (en: string, de: string): Text => ({ en, de });
/** A finding without fault. */
export const well = (check: Finding['check'], message: Text): Finding => ({
  check,
  status: 'ok',
  message,
  remedy: null,
});
/** A finding that somebody should look at. */
export const warn = (check: Finding['check'], message: Text, remedy: Text): Finding => ({
  check,
  status: 'warning',
  message,
  remedy,
});
/** A finding that keeps the platform from working. */
export const fail = (check: Finding['check'], message: Text, remedy: Text): Finding => ({
  check,
  status: 'failed',
  message,
  remedy,
});

/** The worst status among findings. */
export const worstOf = (findings: readonly Finding[]): Finding['status'] =>
  (['failed', 'warning'] as const).find((status) => findings.some((finding) => finding.status === status)) ??
  'ok';

/** Leaves out what a URL holds besides its host: errors of clients may quote it. */
export const redactSecrets = (message: string): string =>
  message.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1').slice(0, 300);
