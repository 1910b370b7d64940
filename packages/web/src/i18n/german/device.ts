import type { Texts } from '../english.ts';

/** Texts of the screen that lets a command line in. */
export const device: Pick<Texts, 'device'> = {
  device: {
    title: 'Befehlszeile einlassen',
    hint: 'Geben Sie den Code ein, den dap login in Ihrem eigenen Terminal zeigt. Geben Sie nie einen ein, den Ihnen jemand geschickt hat: Wer ihn zeigt, bekommt einen Schlüssel zu Ihrer Organisation.',
    code: 'Code',
    look: 'Weiter',
    unknown: 'Mit diesem Code wartet keine Befehlszeile. Codes gelten zehn Minuten.',
    asks: (client) => `${client} bittet um einen Schlüssel.`,
    from: (address, since) => `Die Bitte kam von ${address} (${since}).`,
    elsewhere: (address) =>
      `Die Adresse ${address} ist nicht die, von der Sie kommen. Ist das nicht Ihr eigener Rechner, weisen Sie ihn ab.`,
    isYours: (code) => `Zeigt Ihr Terminal ${code}?`,
    name: 'Name des Schlüssels',
    lifetime: 'Wie lange?',
    days: (days) => (days === 1 ? 'einen Tag' : `${days} Tage`),
    approve: 'Einlassen',
    deny: 'Abweisen',
    approved: 'Sie ist eingelassen. Kehren Sie zu Ihrem Terminal zurück.',
    denied: 'Sie wurde abgewiesen.',
    another: 'Ein anderer Code',
    notYou:
      'Nur Inhaber lassen Befehlszeilen ein. Bitten Sie einen um einen Schlüssel, und geben Sie ihn mit dap login --paste ein.',
  },
};
