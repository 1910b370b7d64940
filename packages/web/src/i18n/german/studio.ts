import type { Texts } from '../english.ts';
import { isolated } from '../phrases.ts';

/** Texts of the palette studio and of themes. */
export const studio: Texts['studio'] = {
  tabs: { studio: 'Studio', versions: 'Versionen', links: 'Freigaben' },
  themeTabs: { theme: 'Thema', preview: 'Vorschau', versions: 'Versionen', links: 'Freigaben' },
  themeLinks:
    'Mit einem Link lädt jeder das Thema als Stylesheet, immer in der neuesten Version, bis der Link abläuft. Um zu zeigen, wie es aussieht, geben Sie die Adresse der Vorschau weiter.',
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
  restore: 'Wiederherstellen',
  restored: (number) => `Wieder wie in Version ${number}, als neue Version.`,
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

/** Texts of the lists of palettes and themes, their exports, and tokens as a tree. */
export const design: Pick<Texts, 'palettes' | 'themes' | 'tokenTree'> = {
  palettes: {
    title: 'Paletten',
    base: 'Grundfarbe',
    pick: 'Farbe wählen',
    harmony: 'Harmonie',
    count: 'Farben',
    name: 'Name',
    make: 'Palette erzeugen',
    empty: 'Noch keine Palette. Wählen Sie oben eine Farbe.',
    colors: 'Farben',
    contrast: 'Kontrast',
    contrastHint: 'Verhältnisse nach WCAG 2. Paare ab 4,5 sind als Text lesbar.',
    exports: 'Export',
    format: 'Format',
    prefix: 'Präfix',
    exporting: 'Wird exportiert …',
    saveAs: 'Sichern als',
    saveAsFormat: (format) => `Als ${format} sichern`,
    download: 'Herunterladen',
    preview: 'Vorschau',
    leftOut: 'Dieses Format fasst nicht alles. Weggelassen oder verändert:',
    makeTheme: 'Thema daraus machen',
    themesToo: (count) => (count === 1 ? 'Auch ein Thema löschen?' : `Auch ${count} Themen löschen?`),
    themesGo: 'Themen nehmen ihre Farben aus ihrer Palette und werden mit ihr gelöscht:',
    deleteBoth: 'Alles löschen',
  },
  themes: {
    grounds: 'Flächen',
    title: 'Themen',
    name: 'Name',
    changed: 'Geändert',
    noMatch: 'Kein Thema passt.',
    tokens: 'Tokens (JSON)',
    tokensHint:
      'Farben, Größen und Verweise, etwa {"primary": "#3366cc", "spacing": {"sm": "4px"}}. Die Modi zeigen schon, was Sie schreiben; „Speichern“ behält es.',
    notJson: 'Das ist kein JSON.',
    notDerived: (reason) => `Die Modi konnten nicht neu berechnet werden: ${reason}`,
    empty: 'Noch kein Thema. Legen Sie eines aus einer Palette oder den Tokens eines anderen Werkzeugs an.',
    modes: {
      light: 'Hell',
      dark: 'Dunkel',
      high_contrast: 'Hoher Kontrast',
      high_contrast_dark: 'Hoher Kontrast, dunkel',
    },
    warnings: 'Warnungen',
    preview: 'Vorschau öffnen',
  },
  tokenTree: {
    title: 'Tokens nach Gruppen',
    views: { tree: 'Baum', json: 'JSON' },
    token: 'Token',
    value: 'Wert',
    newName: 'Neues Token',
    add: 'Token hinzufügen',
    taken: {
      token: 'Ein Token mit diesem Namen gibt es schon. Ändern Sie es oben.',
      within: 'Ein Teil dieses Namens ist selbst ein Token und enthält keine anderen.',
      group: 'Das ist eine Gruppe. Geben Sie dem Token einen Namen darin.',
    },
    removed: (name) => `${isolated(name)} ist herausgenommen. Speichern behält es so.`,
    addMode: 'Weiterer Modus',
    chooseMode: 'Wählen …',
    empty:
      'Noch keine Tokens: Alle Rollen kommen aus der Palette. Fügen Sie unten eines hinzu, um es selbst zu setzen.',
    noMatch: 'Kein Token passt.',
    count: (total, shown, all) => `${shown} von ${all} ${total === 1 ? 'Token' : 'Tokens'}`,
  },
};
