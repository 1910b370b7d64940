import type { Texts } from '../english.ts';

/** Texts of the palette studio and of themes. */
export const studio: Texts['studio'] = {
  tabs: { studio: 'Studio', versions: 'Versionen', links: 'Freigaben' },
  themeTabs: { theme: 'Thema', preview: 'Vorschau', versions: 'Versionen', links: 'Freigaben' },
  oklch: 'Nach Helligkeit, Buntheit und Farbton wählen',
  scale: 'Skala',
  noScale: 'Keine',
  drop: 'Oder ein Bild hierher ziehen: Aus seinen Farben wird eine Palette',
  reading: 'Das Bild wird gelesen …',
  compareHarmonies: 'Harmonien vergleichen',
  withHarmony: 'Nur mit der Harmonie',
  noMatch: 'Keine Palette passt.',
  regenerate: 'Neue Farben',
  spaceBar: 'Leertaste',
  toolbar: 'Farben der Palette',
  lockOf: (role) => `${role} behalten`,
  baseStays: 'Die Grundfarbe bleibt immer',
  moveLeft: (role) => `${role} nach links`,
  moveRight: (role) => `${role} nach rechts`,
  drag: 'An eine andere Stelle ziehen',
  changeOf: (role) => `${role} ändern`,
  fewer: 'Eine Farbe weniger',
  more: 'Eine Farbe mehr',
  redo: 'Wiederholen',
  version: (number) => `Version ${number}`,
  whatChanged: 'Was sich geändert hat',
  changed: (role, from, to, distance) => `${role}: aus ${from} wurde ${to} (ΔE ${distance})`,
  added: (role, hex) => `${role}: ${hex} ist neu`,
  removed: (role, hex) => `${role}: ${hex} ist weg`,
  worse: (roles, from, to) => `${roles}: der Kontrast fiel von ${from} auf ${to}`,
  needs: (ratio) => `Nötig ist ${ratio}.`,
  stillReadable: (count) =>
    count === 1
      ? '1 Rolle hat weniger Kontrast und doch genug'
      : `${count} Rollen haben weniger Kontrast und doch genug`,
  nothingChanged: 'Nichts hat sich geändert.',
  repair: 'Beheben',
  repairOf: (old, hex, other) => `${old} wird ${hex}, lesbar mit ${other}`,
  repairs: 'Reparaturen',
  repairsHint:
    'Jede nimmt die nächste lesbare Farbe, als neue Version dieser Palette. Harmonie, Rollen und Grundfarbe bleiben.',
  repaired: (role, hex) => `${role} ist jetzt ${hex}.`,
  allRepairs: (count) => `Alle ${count} anzeigen`,
  fewerRepairs: 'Weniger anzeigen',
  onlyByBase: (count, base) =>
    count === 1
      ? `1 Paar bräuchte eine andere Grundfarbe als ${base}; die wird hier nie geändert.`
      : `${count} Paare bräuchten eine andere Grundfarbe als ${base}; die wird hier nie geändert.`,
  tokens: 'Tokens',
  toLine: (line) => `Zeile ${line}`,
  mode: 'Modus',
  role: 'Rolle',
  before: 'Vorher',
  after: 'Nachher',
  value: 'Wert',
  apply: 'Übernehmen',
  close: 'Schließen',
};

/** Texts about tokens of other tools, and themes that are made of them. */
export const importing: Texts['importing'] = {
  title: 'Neues Thema',
  open: 'Tokens einlesen',
  nothing: 'Darin sind keine Tokens.',
  from: 'Woher die Tokens kommen',
  sources: {
    file: 'Aus Dateien',
    text: 'Aus Text',
    website: 'Von einer Website',
    palette: 'Aus einer Palette',
  },
  website: 'Adresse der Seite',
  websiteHint:
    'Gelesen werden ihre Stylesheets: was sie benennen, oder sonst die Farben, die sie am meisten verwenden.',
  readWebsite: 'Seite lesen',
  file: 'Dateien',
  fileHint:
    'Design Tokens, Tokens Studio, Style Dictionary, Figma, CSS, SCSS, Less, Tailwind, ASE, ACO, GPL oder Hex-Farben, in JSON, JSON5 oder YAML: Das Format ergibt sich aus dem Inhalt. Wählen Sie mehrere Dateien, die zusammengehören, oder das Zip eines Ordners, oder ziehen Sie sie hierher.',
  text: 'Text',
  textHint: 'Fügen Sie JSON, CSS, eine Tailwind-Konfiguration oder eine Liste von Farben ein.',
  found: (count, format) => `${count} ${count === 1 ? 'Token' : 'Tokens'} gefunden: ${format}`,
  inFiles: (files) =>
    `In ${files.length === 1 ? 'einer Datei' : `${files.length} Dateien`}: ${files.join(', ')}`,
  rolesFrom: 'Palette, aus der die übrigen Rollen kommen',
  ownColors: 'Eine neue aus der ersten gefundenen Farbe',
  replaces: 'Sie ersetzen die Tokens im Editor. Speichern behält sie.',
  load: 'In den Editor einlesen',
  make: 'Thema anlegen',
};
