import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endProcess, freePort } from '@platform/testing';
import { parse, stringify } from 'yaml';

const folderOf = (file: string): URL => new URL(`../../../deploy/monitoring/${file}`, import.meta.url);

interface Configuration {
  global: Record<string, string>;
  rule_files: string[];
  scrape_configs: {
    job_name: string;
    dns_sd_configs?: { names: string[] }[];
    static_configs?: { targets: string[] }[];
  }[];
}

interface Rules {
  groups: { rules: { alert: string; for: string }[] }[];
}

export const hasPrometheus = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

export interface Prometheus {
  /** Names of the processes, and jobs of the exporters, that it collects from. */
  names: string[];
  /** Returns the answer of its HTTP API below `/api/v1`. */
  ask<Data>(path: string): Promise<Data>;
  stop(): Promise<void>;
}

/**
 * Runs Prometheus by the configuration and the rules of `deploy/monitoring`, with these changes: the
 * platform's processes are found on ports of this machine, it asks every second, and alerts fire at
 * once.
 * @param portOf the port of a process's metrics, by the name that compose gives it
 * @param exporters the ports of the exporters by such names; those without one are left out
 */
export const runPrometheus = async (
  portOf: (name: string) => number,
  exporters: Readonly<Record<string, number>>,
): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-prometheus-'));
  const configuration = parse(await readFile(folderOf('prometheus.yml'), 'utf8')) as Configuration;
  const rules = parse(await readFile(folderOf('alerts.yml'), 'utf8')) as Rules;
  const [platform] = configuration.scrape_configs.filter(({ job_name: job }) => job === 'platform');
  const names = (platform?.dns_sd_configs ?? []).flatMap((place) => place.names);
  const jobs = configuration.scrape_configs.flatMap(({ job_name: job, static_configs: places = [] }) => {
    const ports = places
      .flatMap(({ targets }) => targets)
      .flatMap((target) => exporters[target.replace(/:\d+$/, '')] ?? []);
    if (ports.length === 0) return [];
    return [{ job_name: job, static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }] }];
  });
  const changed = {
    ...configuration,
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(folder, 'alerts.yml')],
    scrape_configs: [
      {
        job_name: 'platform',
        static_configs: names.map((name) => ({
          targets: [`127.0.0.1:${portOf(name)}`],
          labels: { process: name },
        })),
      },
      ...jobs,
    ],
  };
  const atOnce = rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({ ...rule, for: '0s' })),
  }));
  await writeFile(join(folder, 'alerts.yml'), stringify({ groups: atOnce }));
  await writeFile(join(folder, 'prometheus.yml'), stringify(changed));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return {
    names: [...names, ...jobs.map(({ job_name: job }) => job)],
    async ask<Data>(path: string) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`);
      return ((await answer.json()) as { data: Data }).data;
    },
    async stop() {
      await endProcess(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
