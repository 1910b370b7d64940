import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { withDeadline } from './deadline.ts';
import { fail, redactSecrets, text, warn, well } from './doctor-texts.ts';
import type { Finding } from './doctor-texts.ts';
import { processVersions } from './run-process.ts';

export { CHECKS, worstOf } from './doctor-texts.ts';
export type { Finding } from './doctor-texts.ts';

/** Subjects of an examination. */
export interface Patient {
  /** Asks PostgreSQL; undefined where there is none to ask. */
  query: (<Row>(sql: string) => Promise<Row[]>) | undefined;
  redisUrl: string | undefined;
  smtpUrl: string | undefined;
  publicUrl: string;
  /** A folder on the disk that matters. */
  folder: string;
  /** 0 when limits are off. */
  limitPerMinute: number;
  /** Addresses that fetchers may reach although they are private. */
  guardAllow: readonly string[];
  /** Versions of all processes, those of this one left out; undefined where nobody was asked. */
  otherVersions?: () => Promise<readonly string[]>;
}

/** Time after which a silent part counts as down, for a person who waits. */
const PATIENCE_MILLISECONDS = 3_000;
const RETRY_MILLISECONDS = 100;
const SKEW_SECONDS = 2;
const OLDEST_POSTGRES = 15;
const NEWEST_NODE = 24;
const LEAST_FREE_BYTES = 2e9;
const LEAST_FREE_SHARE = 0.05;
const BUSY_SHARE = 0.85;

const reasonOf = (error: unknown): string =>
  redactSecrets(
    error instanceof AggregateError
      ? (error.errors as Error[]).map(({ message }) => message).join(', ')
      : error instanceof Error
        ? error.message
        : String(error),
  );

interface DatabaseFacts {
  version: number;
  now: Date;
  used: number;
  most: number;
  bytes: number;
}

const FACTS = `SELECT current_setting('server_version_num')::int / 10000 AS version, clock_timestamp() AS now,
  (SELECT count(*)::int FROM pg_stat_activity) AS used, current_setting('max_connections')::int AS most,
  pg_database_size(current_database())::float8 AS bytes`;

const examineDatabase = async ({ query }: Patient): Promise<Finding[]> => {
  if (query === undefined)
    return [
      fail(
        'database',
        text('No PostgreSQL was found.', 'Es wurde kein PostgreSQL gefunden.'),
        text(
          'Start the platform (npm start), or set DATABASE_URL.',
          'Starten Sie die Plattform (npm start) oder setzen Sie DATABASE_URL.',
        ),
      ),
    ];
  const begun = Date.now();
  let facts: DatabaseFacts;
  try {
    const [row] = await withDeadline(query<DatabaseFacts>(FACTS), PATIENCE_MILLISECONDS);
    if (row === undefined) throw new Error('no answer');
    facts = row;
  } catch (error) {
    const reason = reasonOf(error);
    return [
      fail(
        'database',
        text(`PostgreSQL can't be used: ${reason}`, `PostgreSQL ist nicht nutzbar: ${reason}`),
        text(
          'Check DATABASE_URL, and whether the server is up and lets this machine in.',
          'Prüfen Sie DATABASE_URL und ob der Server läuft und diesen Rechner zulässt.',
        ),
      ),
    ];
  }
  const { version, now, used, most, bytes } = facts;
  const took = Date.now() - begun;
  const megabytes = Math.round(bytes / 1e6);
  const skew = Math.abs(now.getTime() - (begun + took / 2)) / 1000;
  return [
    version < OLDEST_POSTGRES
      ? fail(
          'database',
          text(`PostgreSQL ${version} is too old.`, `PostgreSQL ${version} ist zu alt.`),
          text(
            `Upgrade it to ${OLDEST_POSTGRES} or newer.`,
            `Aktualisieren Sie auf ${OLDEST_POSTGRES} oder neuer.`,
          ),
        )
      : used > BUSY_SHARE * most
        ? warn(
            'database',
            text(
              `PostgreSQL ${version}: ${used} of ${most} connections are in use.`,
              `PostgreSQL ${version}: ${used} von ${most} Verbindungen sind belegt.`,
            ),
            text(
              'Raise max_connections, or lower DATABASE_POOL.',
              'Erhöhen Sie max_connections oder senken Sie DATABASE_POOL.',
            ),
          )
        : well(
            'database',
            text(
              `PostgreSQL ${version} answers in ${took} ms; ${used} of ${most} connections, ${megabytes} MB.`,
              `PostgreSQL ${version} antwortet in ${took} ms; ${used} von ${most} Verbindungen, ${megabytes} MB.`,
            ),
          ),
    skew > SKEW_SECONDS
      ? warn(
          'clock',
          text(
            `This clock and PostgreSQL's differ by ${skew.toFixed(1)} s.`,
            `Diese Uhr und die von PostgreSQL weichen um ${skew.toFixed(1)} s ab.`,
          ),
          text(
            'Have both machines set their clocks by NTP.',
            'Lassen Sie beide Rechner ihre Uhr per NTP stellen.',
          ),
        )
      : well(
          'clock',
          text(
            'This clock and that of PostgreSQL agree.',
            'Diese Uhr und die von PostgreSQL stimmen überein.',
          ),
        ),
  ];
};

const examineRedis = async ({ redisUrl }: Patient): Promise<Finding[]> => {
  if (redisUrl === undefined)
    return [
      well(
        'redis',
        text(
          'No Redis: queues and limits are in PostgreSQL and in memory. Several gateways need REDIS_URL to share limits.',
          'Kein Redis: Warteschlangen und Limits liegen in PostgreSQL und im Speicher. Mehrere Gateways brauchen REDIS_URL, um Limits zu teilen.',
        ),
      ),
    ];
  const { connectRedis } = await import('./connect-redis.ts');
  const client = connectRedis(redisUrl, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: PATIENCE_MILLISECONDS,
    retryStrategy: () => RETRY_MILLISECONDS,
  });
  let fault: unknown;
  client.on('error', (error: unknown) => (fault = error));
  try {
    const info = await withDeadline(client.info(), PATIENCE_MILLISECONDS);
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? '?';
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? 'noeviction';
    return [
      policy === 'noeviction'
        ? well('redis', text(`Redis ${version} answers.`, `Redis ${version} antwortet.`))
        : warn(
            'redis',
            text(
              `Redis ${version} drops keys when it is full (${policy}), and jobs with them.`,
              `Redis ${version} verwirft bei vollem Speicher Schlüssel (${policy}) und damit Aufträge.`,
            ),
            text('Set maxmemory-policy to noeviction.', 'Setzen Sie maxmemory-policy auf noeviction.'),
          ),
    ];
  } catch (error) {
    const reason = reasonOf(fault ?? error);
    return [
      fail(
        'redis',
        text(`Redis can't be used: ${reason}`, `Redis ist nicht nutzbar: ${reason}`),
        text(
          'Check REDIS_URL, and whether the server is up. Until then, limits are counted per gateway, and jobs wait.',
          'Prüfen Sie REDIS_URL und ob der Server läuft. Bis dahin zählt jedes Gateway für sich, und Aufträge warten.',
        ),
      ),
    ];
  } finally {
    client.disconnect();
  }
};

/** The first line of a mail server. */
const greeting = (url: URL): Promise<string> => {
  const isTls = url.protocol === 'smtps:';
  const port = url.port === '' ? (isTls ? 465 : 587) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
  socket.once('data', (chunk: Buffer) => {
    resolve(chunk.toString('latin1', 0, 200));
  });
  socket.once('error', reject);
  socket.once('close', () => {
    reject(new Error('the connection was closed'));
  });
  return withDeadline(promise, PATIENCE_MILLISECONDS).finally(() => {
    socket.destroy();
  });
};

const examineMail = async ({ smtpUrl }: Patient): Promise<Finding[]> => {
  if (smtpUrl === undefined)
    return [
      warn(
        'mail',
        text(
          'No mail server: e-mails are written to a folder.',
          'Kein Mailserver: E-Mails landen in einem Ordner.',
        ),
        text('Set SMTP_URL and MAIL_FROM.', 'Setzen Sie SMTP_URL und MAIL_FROM.'),
      ),
    ];
  try {
    const said = await greeting(new URL(smtpUrl));
    if (said.startsWith('220'))
      return [well('mail', text('The mail server answers.', 'Der Mailserver antwortet.'))];
    throw new Error(`it says "${said.trim().slice(0, 60)}"`);
  } catch (error) {
    const reason = reasonOf(error);
    return [
      fail(
        'mail',
        text(`The mail server can't be used: ${reason}`, `Der Mailserver ist nicht nutzbar: ${reason}`),
        text(
          'Check SMTP_URL, and whether this machine may reach its port.',
          'Prüfen Sie SMTP_URL und ob dieser Rechner den Port erreicht.',
        ),
      ),
    ];
  }
};

const examineDisk = async ({ folder }: Patient): Promise<Finding[]> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, all] = [bavail * bsize, blocks * bsize];
  const shown = (free / 1e9).toFixed(1);
  return [
    free < LEAST_FREE_BYTES || free < LEAST_FREE_SHARE * all
      ? warn(
          'disk',
          text(
            `${shown} GB are free on the disk of ${folder}.`,
            `Auf der Platte von ${folder} sind ${shown} GB frei.`,
          ),
          text(
            'Free some space: PostgreSQL stops writing when it is full.',
            'Schaffen Sie Platz: PostgreSQL schreibt nicht mehr, wenn die Platte voll ist.',
          ),
        )
      : well(
          'disk',
          text(
            `${shown} GB are free on the disk of ${folder}.`,
            `Auf der Platte von ${folder} sind ${shown} GB frei.`,
          ),
        ),
  ];
};

const examineVersions = async ({ otherVersions }: Patient): Promise<Finding[]> => {
  const { version, node } = processVersions;
  const others = (await otherVersions?.()) ?? [];
  const different = [...new Set(others)].filter((other) => other !== version);
  if (different.length > 0)
    return [
      warn(
        'versions',
        text(
          `Processes run ${[version, ...different].join(', ')} side by side.`,
          `Prozesse laufen in den Versionen ${[version, ...different].join(', ')} nebeneinander.`,
        ),
        text(
          'Finish the upgrade: replace the processes of the older version.',
          'Schließen Sie das Upgrade ab: Ersetzen Sie die Prozesse der älteren Version.',
        ),
      ),
    ];
  if (Number.parseInt(node, 10) < NEWEST_NODE)
    return [
      fail(
        'versions',
        text(`Node.js ${node} is too old.`, `Node.js ${node} ist zu alt.`),
        text(`Run Node.js ${NEWEST_NODE}.`, `Verwenden Sie Node.js ${NEWEST_NODE}.`),
      ),
    ];
  return [
    well(
      'versions',
      text(`Version ${version} on Node.js ${node}.`, `Version ${version} auf Node.js ${node}.`),
    ),
  ];
};

const isLocal = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  hostname.startsWith('127.') ||
  hostname.endsWith('.localhost');

/** Blocks with whole networks, such as `10.0.0.0/8`. */
const isWide = (allowed: string): boolean => {
  const [, bits] = /\/(\d+)$/.exec(allowed) ?? [];
  return allowed === '*' || (bits !== undefined && Number(bits) <= (allowed.includes(':') ? 64 : 24));
};

const examineSafety = ({ publicUrl, limitPerMinute, guardAllow }: Patient): Finding[] => {
  const url = new URL(publicUrl);
  const findings: Finding[] = [];
  if (url.protocol === 'http:' && !isLocal(url))
    findings.push(
      warn(
        'safety',
        text(
          `PUBLIC_URL is ${url.origin}: passwords and keys travel unencrypted.`,
          `PUBLIC_URL ist ${url.origin}: Passwörter und Schlüssel werden unverschlüsselt übertragen.`,
        ),
        text(
          'Put TLS in front, and name the https address.',
          'Schalten Sie TLS davor und nennen Sie die https-Adresse.',
        ),
      ),
    );
  if (limitPerMinute === 0)
    findings.push(
      warn(
        'safety',
        text('Rate limits are off.', 'Die Ratenbegrenzung ist aus.'),
        text('Remove RATE_LIMIT_PER_MINUTE=0.', 'Entfernen Sie RATE_LIMIT_PER_MINUTE=0.'),
      ),
    );
  const wide = guardAllow.filter(isWide);
  if (wide.length > 0)
    findings.push(
      warn(
        'safety',
        text(
          `Reports and webhooks may reach whole private networks: ${wide.join(', ')}.`,
          `Berichte und Webhooks erreichen ganze private Netze: ${wide.join(', ')}.`,
        ),
        text('Name single addresses in GUARD_ALLOW.', 'Nennen Sie in GUARD_ALLOW einzelne Adressen.'),
      ),
    );
  return findings.length > 0
    ? findings
    : [well('safety', text('Nothing unsafe is set.', 'Es ist nichts Unsicheres eingestellt.'))];
};

/** A failure of the examination itself is a finding, too. */
const sure = (check: Finding['check'], examining: Promise<Finding[]>): Promise<Finding[]> =>
  examining.catch((error: unknown) => {
    const reason = reasonOf(error);
    return [
      fail(
        check,
        text(`It could not be examined: ${reason}`, `Die Prüfung ist gescheitert: ${reason}`),
        text('Check the setting that it names.', 'Prüfen Sie die genannte Einstellung.'),
      ),
    ];
  });

/**
 * Examines a platform: what it needs, what it can reach and what is unsafe, each with a way out. Takes a few seconds
 * at most, changes nothing, and names no password.
 */
export const examine = async (patient: Patient): Promise<Finding[]> =>
  [
    ...(await Promise.all([
      sure('database', examineDatabase(patient)),
      sure('redis', examineRedis(patient)),
      sure('mail', examineMail(patient)),
      sure('disk', examineDisk(patient)),
      sure('versions', examineVersions(patient)),
    ])),
    examineSafety(patient),
  ].flat();
