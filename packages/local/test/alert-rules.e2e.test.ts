import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { sayIsSkipped } from '@platform/testing';
import { parse } from 'yaml';

const RULES = fileURLToPath(new URL('../../../deploy/monitoring/alerts.yml', import.meta.url));
const TITLE = 'alerts, given what happens';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) sayIsSkipped(TITLE, 'There is no promtool on the PATH.');

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** A series in promtool's notation: a first value, its change every five minutes, and how often. */
const series = (name: string, values: string) => ({ series: name, values });

/** Free bytes and size of a file system, as node_exporter reports them. */
const disk = (device: string, fstype: string, mountpoint: string, available: string, size: string) => {
  const labels = `{instance="db",device="${device}",fstype="${fstype}",mountpoint="${mountpoint}"}`;
  return [
    series(`node_filesystem_avail_bytes${labels}`, available),
    series(`node_filesystem_size_bytes${labels}`, size),
  ];
};

/** 100 GB of 500 are free, and stay so. */
const CALM = disk('/dev/sda1', 'ext4', '/', '100000000000x144', '500000000000x144');
/** 400 GB of 500 are free, and lessen by 100 MB a minute: nothing is left in less than three days. */
const FILLING = ['400000000000-500000000x144', '500000000000x144'] as const;

/** Series over twelve hours, and the labels of the alert that they fire, besides those of the rule. */
const CASES: readonly [alert: string, what: string, given: object[], fires: Record<string, string> | null][] =
  [
    [
      'DiskFills',
      'days before a disk is full',
      disk('/dev/sda1', 'ext4', '/', ...FILLING),
      { instance: 'db', device: '/dev/sda1' },
    ],
    [
      'DiskFills',
      'of a disk that holds nothing but the data of PostgreSQL',
      [...CALM, ...disk('/dev/sdb', 'xfs', '/var/lib/postgresql', ...FILLING)],
      { instance: 'db', device: '/dev/sdb' },
    ],
    [
      'DiskFills',
      'when a tenth of a disk is left, even if nothing is written any more',
      [...CALM, ...disk('/dev/sdb', 'xfs', '/var/lib/docker', '49000000000x144', '500000000000x144')],
      { instance: 'db', device: '/dev/sdb' },
    ],
    [
      'DiskFills',
      'once of a disk that is mounted twice',
      ['/', '/var/lib/docker'].flatMap((mountpoint) =>
        disk('/dev/sda1', 'ext4', mountpoint, '49000000000x144', '500000000000x144'),
      ),
      { instance: 'db', device: '/dev/sda1' },
    ],
    ['DiskFills', 'of no disk that stays as it is', CALM, null],
    [
      'DiskFills',
      'of nothing that is no disk, nor of what only starts the machine',
      [
        ...CALM,
        ...disk('tmpfs', 'tmpfs', '/run', '1000000x144', '500000000x144'),
        ...disk('overlay', 'overlay', '/var/lib/docker/overlay2/1/merged', '1000000x144', '500000000x144'),
        ...disk('/dev/loop1', 'squashfs', '/snap/core/1', '0x144', '500000000x144'),
        ...disk('lxcfs', 'fuse.lxcfs', '/var/lib/lxcfs', '0x144', '500000000x144'),
        ...disk('/dev/sda2', 'ext4', '/boot', '10000000x144', '500000000x144'),
        ...disk('/dev/sda3', 'vfat', '/boot/efi', '10000000x144', '500000000x144'),
      ],
      null,
    ],
    [
      'PartitionsRunOut',
      'while this month still has a partition',
      [series('analytics_partitions_ahead', '0x144')],
      {},
    ],
    [
      'PartitionsRunOut',
      'of no month that has the next',
      [series('analytics_partitions_ahead', '1x144')],
      null,
    ],
    [
      'ConnectionsRunOut',
      'before PostgreSQL has none left',
      [series('pg_stat_activity_count', '180x144'), series('pg_settings_max_connections', '200x144')],
      {},
    ],
    [
      'GatewayAway',
      'when no gateway is found any more',
      [series('process_start_time_seconds{service="gateway"}', '1000x20 stale')],
      { service: 'gateway' },
    ],
    [
      'GatewayAway',
      'of no gateway while one of two is there',
      [
        series('process_start_time_seconds{service="gateway",instance="a"}', '1000x144'),
        series('process_start_time_seconds{service="gateway",instance="b"}', '1000x20 stale'),
      ],
      null,
    ],
    [
      'ReportsWait',
      'when there is no worker left, by what reports tells',
      [
        series('reports_pending_oldest_seconds{service="reports"}', '0+60x144'),
        series('reports_pending_oldest_seconds{service="reports-worker"}', '0x20 stale'),
      ],
      {},
    ],
    [
      'ExportsWait',
      'when there is no worker left, by what palette tells',
      [
        series('palette_exports_oldest_seconds{service="palette"}', '0+300x144'),
        series('palette_exports_oldest_seconds{service="palette-worker"}', '0x20 stale'),
      ],
      {},
    ],
    [
      'GatewayErrors',
      'when three requests in a hundred fail',
      [
        series('gateway_request_duration_seconds_count{status="200"}', '0+97x144'),
        series('gateway_request_duration_seconds_count{status="503"}', '0+3x144'),
      ],
      {},
    ],
    [
      'GatewayErrors',
      'of no requests that clients have got wrong',
      [
        series('gateway_request_duration_seconds_count{status="200"}', '0+50x144'),
        series('gateway_request_duration_seconds_count{status="404"}', '0+50x144'),
        series('gateway_request_duration_seconds_count{status="500"}', '0+1x144'),
      ],
      null,
    ],
    [
      'DependencyAway',
      'while a gateway does without Redis',
      [
        series('gateway_dependency_up{dependency="limits-redis"}', '0x144'),
        series('gateway_dependency_up{dependency="key-changes"}', '1x144'),
      ],
      { dependency: 'limits-redis' },
    ],
    [
      'EventLoopBusy',
      'of the process that has too much to do',
      [
        series('nodejs_eventloop_lag_p99_seconds{service="reports"}', '0.5x144'),
        series('nodejs_eventloop_lag_p99_seconds{service="palette"}', '0.02x144'),
      ],
      { service: 'reports' },
    ],
    [
      'CollectQueueFull',
      'before page views are refused at 20,000',
      [series('analytics_collect_queue_reports', '16000x144')],
      {},
    ],
    [
      'CollectBatchesFail',
      'while page views can’t be written',
      [series('analytics_collect_batch_failures_total', '0+3x144')],
      {},
    ],
    [
      'CollectBatchesFail',
      'of no failure that is over',
      [series('analytics_collect_batch_failures_total', '0+3x100 300x44')],
      null,
    ],
    ['RollupsLag', 'when sums are behind', [series('analytics_rollup_lag_seconds', '30x144')], {}],
    [
      'EmailLate',
      'when an e-mail is two hours late',
      [series('analytics_email_lag_seconds', '7200x144')],
      {},
    ],
    [
      'ExportsFail',
      'while a worker’s exports fail',
      [series('palette_export_failures_total', '0+60x144')],
      {},
    ],
  ];

(hasPromtool ? describe : describe.skip)(TITLE, () => {
  let rules: Rule[];
  let folder: string;
  beforeAll(async () => {
    const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
    rules = groups.flatMap((group) => group.rules);
    folder = await mkdtemp(join(tmpdir(), 'platform-alerts-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('cover every alert, here or in prometheus.faults.test.ts', () => {
    const covered = new Set([...CASES.map(([alert]) => alert), 'ServiceUnreachable', 'ProcessAway']);
    expect(rules.map(({ alert }) => alert).filter((alert) => !covered.has(alert))).toEqual([]);
  });

  it.each(CASES)('%s warns %s', async (alert, _what, given, fires) => {
    const rule = rules.find((candidate) => candidate.alert === alert);
    const expected = fires && {
      exp_labels: { ...rule?.labels, ...fires },
      exp_annotations: rule?.annotations,
    };
    const test = {
      interval: '5m',
      input_series: given,
      alert_rule_test: [{ eval_time: '12h', alertname: alert, exp_alerts: expected ? [expected] : [] }],
    };
    const file = join(folder, 'test.json');
    await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '5m', tests: [test] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
  });
});
