import { describeInBrowser } from '@platform/testing';

import { setTrap } from './trap.ts';
import type { Trap } from './trap.ts';

/** Other notations of 127.0.0.2, names that lead there, and addresses of internal services. */
const HOSTS = [
  '127.0.0.2',
  '2130706434',
  '0x7f000002',
  '0177.0.0.2',
  '127.2',
  '0x7f.0.0.2',
  '127.0.2',
  '①②⑦.0.0.2',
  '127.0.0.2.',
  '[::ffff:127.0.0.2]',
  '[::ffff:7f00:2]',
  '[::127.0.0.2]',
  '[64:ff9b::7f00:2]',
  '[2002:7f00:2::]',
  'localhost',
  'a.localhost',
  '[::1]',
  '0.0.0.0',
  '169.254.169.254',
  '168.63.129.16',
  '10.0.0.1',
  'inside.test',
  'mixed.test',
  'rebinding.test',
  'xn--nside-test.test',
];
/** The ways out that are tried for each of them; link pings are switched off altogether. */
const DOORS = [
  '/beacon',
  '/css',
  '/embed',
  '/events',
  '/fetch',
  '/form',
  '/iframe',
  '/img',
  '/object',

  '/prefetch',
  '/redirected',
  '/script',
  '/video',
  '/worker',
  '/ws',
  '/xhr',
];
/** Tries every door of a page to `target`, an origin without its scheme. */
const attackOn = (target: string): string => `<!doctype html><title>x</title>
<iframe src="http://${target}/iframe"></iframe><img src="http://${target}/img">
<script src="http://${target}/script"></script><link rel=stylesheet href="http://${target}/css">
<link rel=preconnect href="http://${target}"><link rel=dns-prefetch href="//${target}">
<link rel=prefetch href="http://${target}/prefetch"><object data="http://${target}/object"></object>
<video src="http://${target}/video"></video><embed src="http://${target}/embed">
<a id=ping href="#" ping="http://${target}/ping">x</a>
<form id=form method=post target=out action="http://${target}/form"></form><iframe name=out></iframe>
<script>
const safely = (attempt) => { try { Promise.resolve(attempt()).catch(() => 0); } catch {} };
safely(() => fetch('http://${target}/fetch', { mode: 'no-cors' }));
safely(() => fetch('https://${target}/tls', { mode: 'no-cors' }));
safely(() => fetch('/redirect?to=' + encodeURIComponent('http://${target}/redirected'), { mode: 'no-cors' }));
safely(() => navigator.sendBeacon('http://${target}/beacon', 'x'));
safely(() => new WebSocket('ws://${target}/ws'));
safely(() => new WebSocket('wss://${target}/wss'));
safely(() => new EventSource('http://${target}/events'));
safely(() => { const x = new XMLHttpRequest(); x.open('POST', 'http://${target}/xhr'); x.send('x'); });
safely(() => new Worker(URL.createObjectURL(new Blob(["fetch('http://${target}/worker', {mode:'no-cors'})"]))));
safely(() => navigator.serviceWorker.register('/sw.js'));
safely(() => window.open('http://${target}/popup'));
safely(() => document.getElementById('form').submit());
safely(() => document.getElementById('ping').click());
safely(() => {
  const rtc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${target}' }, { urls: 'turn:${target}?transport=tcp', username: 'a', credential: 'b' }] });
  rtc.createDataChannel('x');
  return rtc.createOffer().then((offer) => rtc.setLocalDescription(offer));
});
safely(() => { const f = document.createElement('iframe'); f.src = 'file:///etc/passwd'; document.body.append(f); });
</script>`;

/** A number of an address in decimal, octal and hexadecimal. */
const numerals = (number: number): readonly string[] => [
  String(number),
  `0${number.toString(8)}`,
  `0x${number.toString(16)}`,
];
const written = (numbers: readonly number[]): readonly string[] =>
  numbers.reduce<readonly string[]>(
    (starts, number) =>
      starts.flatMap((start) => numerals(number).map((text) => (start === '' ? text : `${start}.${text}`))),
    [''],
  );
/** All ways in which browsers read 127.0.0.2: of one to four numbers, each in three numerals, and others. */
const WRITINGS = [
  ...[[127, 0, 0, 2], [127, 0, 2], [127, 2], [2_130_706_434]].flatMap(written),
  ...written([127, 0, 2]).map((text) => `${text}.`),
  ...['%31%32%37.0.0.2', '127%2e0%2e0%2e2', '127。0。0。2', '①②⑦.⓪.⓪.②', '１２７．０．０．２'],
  ...['[::ffff:127.0.0.2]', '[0:0:0:0:0:ffff:7f00:2]', '[::127.0.0.2]', '[64:ff9b::127.0.0.2]'],
  ...['inside.test', 'INSIDE.test', 'mixed.test', 'rebinding.test'],
];

/**
 * Four ways, and none that makes a frame: hundreds of those would take minutes. Every way in, frames
 * and forms among them, is tried with `HOSTS`.
 */
const briefAttackOn = (target: string): string => `
<img src="http://${target}/img">
<script>
for (const attempt of [
  () => fetch('http://${target}/fetch', { mode: 'no-cors' }),
  () => fetch('/redirect?to=' + encodeURIComponent('http://${target}/redirected'), { mode: 'no-cors' }),
  () => new WebSocket('ws://${target}/ws'),
]) try { Promise.resolve(attempt()).catch(() => 0); } catch {}
</script>`;

describeInBrowser('a hostile page in the browser', () => {
  let trap: Trap;
  beforeAll(async () => {
    trap = await setTrap(DOORS);
  });
  afterAll(() => trap.stop());

  // Without this, attacks that never began would pass for attacks that were stopped.
  it('gets through each of its doors to a site that the guard permits', async () => {
    trap.page = attackOn(new URL(trap.origin).host);
    await trap.host.render(`${trap.origin}/control`, null);
    expect(DOORS.filter((door) => !trap.permitted.has(door))).toEqual([]);
    expect(trap.arrivals).toEqual([]);
  });

  it('reaches only what the guard permits', async () => {
    trap.page = HOSTS.map((name) => attackOn(`${name}:${String(trap.port)}`)).join('\n');
    trap.permitted.clear();
    await trap.host.render(`${trap.origin}/attack`, null);
    // The page ran: its own redirects were asked for.
    expect([...trap.permitted]).toEqual(expect.arrayContaining(['/attack', '/redirect']));
    expect(trap.arrivals).toEqual([]);
  });

  it('knows at least 150 ways to write an address inside', () => {
    expect(new Set(WRITINGS).size).toBeGreaterThanOrEqual(150);
  });

  it('reaches nothing inside by any of these', async () => {
    trap.redirects.clear();
    // On a busy machine a page is cut off before its end; what is left then gets a page of its own.
    for (let left = WRITINGS.map((name) => `${name}:${String(trap.port)}`); left.length > 0;) {
      trap.page = `<!doctype html><title>x</title>${left.map(briefAttackOn).join('\n')}`;
      await trap.host.render(`${trap.origin}/writings`, null);
      const undone = left.filter((target) => !trap.redirects.has(`http://${target}/redirected`));
      expect(undone.length).toBeLessThan(left.length);
      left = undone;
    }
    expect(trap.arrivals).toEqual([]);
  });

  it.each(['127.0.0.2', 'inside.test', 'localhost'])(
    'gets nowhere by navigating to %s',
    async (name) => {
      trap.page = `<script>location.href = 'http://${name}:${String(trap.port)}/navigated'</script>`;
      await trap.host.render(`${trap.origin}/navigate`, null);
      expect(trap.arrivals).toEqual([]);
    },
    60_000,
  );

  it('is rendered in full when it does no harm, and is measured and photographed', async () => {
    trap.page = `<!doctype html><html lang=en><title>t</title><div id=root></div><img alt="" src="/x.png">
      <script>document.getElementById('root').innerHTML = '<h1>Made by a script</h1>'; console.error('broken');</script>`;
    const { page: rendered } = await trap.host.render(`${trap.origin}/fine`, null);
    expect(rendered?.html).toContain('<h1>Made by a script</h1>');
    expect(rendered?.facts.consoleErrors).toContain('broken');
    const { metrics } = rendered?.facts ?? {};
    expect(metrics?.fcp).toBeGreaterThan(0);
    expect(metrics?.lcp).toBeGreaterThanOrEqual(metrics?.fcp ?? Infinity);
    expect(metrics?.ttfb).toBeGreaterThan(0);
    expect(metrics?.cls).toBeGreaterThanOrEqual(0);
    expect(metrics?.tbt).toBeGreaterThanOrEqual(0);
    expect(
      rendered?.screenshots.map(({ device, image }) => [device, image.subarray(0, 3).toString('hex')]),
    ).toEqual([
      ['desktop', 'ffd8ff'],
      ['phone', 'ffd8ff'],
    ]);
    expect(rendered?.facts.violations).not.toBeNull();
  });
});
