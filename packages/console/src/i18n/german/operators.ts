import type { Texts } from '../english.ts';

/** Texts of the operators' page. */
export const operators: Pick<Texts, 'operators'> = {
  operators: {
    title: 'Betrieb',
    states: {
      ok: 'Alles in Ordnung',
      degraded: 'Etwas ist nicht in Ordnung',
      down: 'Ein Teil der Plattform ist ausgefallen',
    },
    asOf: (time) => `Stand ${time}. Alle paar Sekunden wird neu gefragt.`,
    processes: 'Prozesse',
    area: 'Dienst',
    address: 'Adresse',
    thisGateway: 'dieses Gateway',
    state: 'Stand',
    instanceStates: {
      ok: 'in Ordnung',
      degraded: 'eingeschränkt',
      unavailable: 'nicht bereit',
      unreachable: 'nicht erreichbar',
    },
    missing: (names) => `ohne: ${names}`,
    circuit: 'Schutzschalter',
    circuits: { closed: 'geschlossen', 'half-open': 'halb offen', open: 'offen' },
    pending: 'Offene Anfragen',
    version: 'Version',
    schema: 'Schema',
    since: 'Läuft seit',
    queues: 'Warteschlangen',
    queue: 'Warteschlange',
    waiting: 'Wartend',
    active: 'In Arbeit',
    delayed: 'Später',
    workers: 'Worker',
    noWorker: 'kein Worker',
    noQueues: 'Keine Warteschlange bekannt: Die Dienste, die welche haben, antworten nicht.',
    unreadable: 'nicht lesbar',
  },
};
