import { readFileSync } from 'node:fs';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';
import { describeInIsolatedBrowser, eventually } from '@platform/testing';

import { createBrowserHost, processTree } from '../../src/browser/browser-host.ts';
import type { BrowserHost } from '../../src/browser/browser-host.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

/** Switches that open doors; `@sparticuz/chromium` suggests some of these. */
const OPEN_DOORS = [
  '--disable-web-security',
  '--single-process',
  '--no-zygote',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
  '--ignore-certificate-errors',
  '--allow-file-access-from-files',
  '--disable-setuid-sandbox',
  '--remote-debugging-address',
  '--enable-quic',
];
const CLOSED_DOORS = [
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
];

/** The arguments of a running process. Chromium’s children rewrite theirs, with blanks between them. */
const argumentsOf = (pid: number): string[] => {
  try {
    const line = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    return line.includes(' --type=') ? line.split(/[\0 ]/) : line.split('\0');
  } catch {
    // It has ended meanwhile.
    return [];
  }
};

await describeInIsolatedBrowser('the running browser', () => {
  let guard: Guard;
  let site: LoopbackSite;
  let host: BrowserHost;
  let processes: string[][];
  let main: string[];

  beforeAll(async () => {
    site = await startSite();
    guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
    host = createBrowserHost({ guard, env: process.env, logger: silentLogger() });
    const rendered = host.render(`${site.origin}/`, null);
    await eventually(() => {
      processes = processTree(process.pid)
        .map(({ pid }) => argumentsOf(pid))
        .filter((all) => all.some((one) => /^--(?:user-data-dir|type)=/.test(one)));
      expect(processes.some((all) => all.includes('--type=renderer'))).toBe(true);
    }, 120_000);
    main = processes.find((all) => !all.some((one) => one.startsWith('--type='))) ?? [];
    expect((await rendered).page).not.toBeNull();
  });
  afterAll(async () => {
    await host.close();
    await guard.close();
    await site.close();
  });

  it.each(OPEN_DOORS)('is not run with %s, in none of its processes', (name) => {
    expect(processes.flat().filter((one) => one === name || one.startsWith(`${name}=`))).toEqual([]);
  });

  it.each(CLOSED_DOORS)('is run with %s', (argument) => {
    expect(main).toContain(argument);
  });

  it('has a proxy on loopback as its only way out, and asks no name server', () => {
    // Of a switch given twice, Chromium takes the last.
    const last = (name: string) => main.findLast((one) => one.startsWith(`${name}=`)) ?? '';
    expect(last('--proxy-server')).toMatch(/^--proxy-server=http:\/\/127\.0\.0\.1:\d+$/);
    expect(last('--proxy-bypass-list')).toBe('--proxy-bypass-list=<-loopback>');
    for (const feature of ['DnsOverHttps', 'AsyncDns', 'MediaRouter', 'NetworkPrediction'])
      expect(last('--disable-features')).toContain(feature);
    expect(main.filter((one) => one.startsWith('--remote-debugging-port'))).toEqual([]);
  });

  it('keeps its sandbox, or runs as nobody', () => {
    const hasSandbox = !main.includes('--no-sandbox');
    expect(hasSandbox || process.getuid?.() === 0).toBe(true);
  });
});
