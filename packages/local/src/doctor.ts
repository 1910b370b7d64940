import { resolve } from 'node:path';

import { generateIdentityKey, publicJwks } from '@platform/identity';
import { loadConfig, settingText, SetupError } from '@platform/runtime';
import { examine, worstOf } from '@platform/runtime/doctor';
import type { Finding } from '@platform/runtime/doctor';
import pg from 'pg';
import type Joi from 'joi';

import { localVariables } from './config.ts';
import { readRunningPlatform } from './data-folder.ts';
import { readDeclared } from './render/process-settings.ts';

const MARKS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;

/** The text of a setting, or of its file; undefined without either, and for a file that can't be read. */
const textOf = (name: string): string | undefined => {
  try {
    return settingText(name, process.env) || undefined;
  } catch {
    return undefined;
  }
};

/** Reads settings as every process would; those that `npm start` itself gives are filled in. */
const examineSettings = async (): Promise<Finding> => {
  const given = {
    ...process.env,
    PORT: '1',
    DATABASE_URL: textOf('DATABASE_URL') ?? 'postgres://localhost/none',
    IDENTITY_PUBLIC_KEY: JSON.stringify(await publicJwks(generateIdentityKey())),
    PUBLIC_URL: textOf('PUBLIC_URL') ?? 'http://localhost:8080',
    ANALYTICS_URL: 'http://localhost:1',
    REPORTS_URL: 'http://localhost:1',
    PALETTE_URL: 'http://localhost:1',
    RENDERER_FOLDER: '/tmp',
  };
  const faults = new Set<string>();
  for (const variables of [localVariables, ...Object.values(await readDeclared())])
    try {
      loadConfig(variables as Record<string, Joi.Schema>, { ...given, PORT: process.env['PORT'] ?? '1' });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      for (const line of error.message.split('\n').slice(1)) faults.add(line.trim());
    }
  if (faults.size === 0)
    return {
      check: 'settings',
      status: 'ok',
      message: { en: 'All settings can be used.', de: 'Alle Einstellungen sind brauchbar.' },
      remedy: null,
    };
  const list = [...faults].join('; ');
  return {
    check: 'settings',
    status: 'failed',
    message: { en: list, de: list },
    remedy: {
      en: 'docs/settings.md lists each setting with its values.',
      de: 'docs/settings.md nennt jede Einstellung mit ihren Werten.',
    },
  };
};

/** `npm run doctor`: what the platform of this folder needs, can reach, and what is unsafe. */
const main = async (): Promise<void> => {
  // Unusable settings are named here, and their defaults stand in below.
  const settings = await examineSettings();
  const config = {
    folder: resolve(textOf('DATA_DIR') ?? '.data'),
    publicUrl: URL.canParse(textOf('PUBLIC_URL') ?? '') ? textOf('PUBLIC_URL') : undefined,
    guardAllow: (textOf('GUARD_ALLOW') ?? '').split(',').map((part) => part.trim()),
  };
  const running = await readRunningPlatform(config.folder);
  const databaseUrl = textOf('DATABASE_URL') ?? running?.adminUrl;
  const client =
    databaseUrl === undefined
      ? undefined
      : new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  client?.on('error', () => undefined);
  const connected = client?.connect();
  connected?.catch(() => undefined);
  const findings = [
    settings,
    ...(await examine({
      query:
        client &&
        (async (sql) => {
          await connected;
          const { rows } = await client.query(sql);
          return rows as never;
        }),
      redisUrl: textOf('REDIS_URL'),
      smtpUrl: textOf('SMTP_URL'),
      publicUrl: config.publicUrl ?? running?.url ?? 'http://localhost:8080',
      folder: running === undefined ? process.cwd() : config.folder,
      limitPerMinute: Number(textOf('RATE_LIMIT_PER_MINUTE') ?? 600),
      guardAllow: config.guardAllow,
    })),
  ];
  await client?.end().catch(() => undefined);
  const language = /^de/i.test(process.env['LC_ALL'] ?? process.env['LANG'] ?? '') ? 'de' : 'en';
  for (const { check, status, message, remedy } of findings) {
    process.stdout.write(`${MARKS[status]}  ${check.padEnd(8)}  ${message[language]}\n`);
    if (remedy) process.stdout.write(`${' '.repeat(19)}→ ${remedy[language]}\n`);
  }
  process.exit(worstOf(findings) === 'failed' ? 1 : 0);
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
