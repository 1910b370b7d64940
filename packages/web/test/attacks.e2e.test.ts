import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';

import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

/** Directives that the policy reports as violated, once for each attempt. */
const REFUSED = [
  ...['connect-src', 'frame-src', 'img-src', 'script-src-attr'],
  ...['script-src-elem', 'script-src-elem', 'style-src-attr'],
];

/**
 * Tries what a hole in the console would allow: own scripts, eval, styles, other hosts. Ends when
 * all of it was refused, and returns what ran.
 */
const breakIn = (elsewhere: string): string => `(async () => {
  window.ran = [];
  const refused = [];
  document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
  const inline = document.createElement('script');
  inline.textContent = 'window.ran.push("inline script")';
  document.head.append(inline);
  const foreign = document.createElement('script');
  foreign.src = '${elsewhere}script';
  document.head.append(foreign);
  const holder = document.createElement('div');
  holder.innerHTML = '<img src="x" onerror="window.ran.push(\\'handler\\')"><b style="color: rgb(1, 2, 3)">b</b>';
  document.body.append(holder);
  if (getComputedStyle(holder.querySelector('b')).color === 'rgb(1, 2, 3)') window.ran.push('inline style');
  const frame = document.createElement('iframe');
  frame.src = '${elsewhere}frame';
  document.body.append(frame);
  new Image().src = '${elsewhere}image';
  await fetch('${elsewhere}fetch', { mode: 'no-cors' }).catch(() => undefined);
  while (refused.sort().join() !== '${REFUSED.join()}' && window.ran.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return window.ran;
})()`;

describeInBrowser('attacks on the console', () => {
  const asked: string[] = [];
  let html = '';
  const elsewhere = useServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('Content-Type', request.url === '/script' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/script' ? 'window.ran.push("foreign script")' : html);
  });
  const bed = useConsole();
  const domains = async (): Promise<string[]> =>
    (await createPlatform(bed.platform).websites.list()).items.map(({ domain }) => domain);

  it('run no script and reach no other host, even from inside of the page', async () => {
    const page = await bed.signedIn();
    // A separate page: on the watched ones, the policy's refusals are faults.
    const attacked = await page.context().newPage();
    await attacked.goto('/console/');
    await attacked.getByRole('heading', { name: 'Overview' }).waitFor();
    // Not by the debugger, which the policy doesn't bind: what it adds to the page is bound.
    expect(await attacked.evaluate(breakIn(elsewhere.url))).toEqual([]);
    expect(asked).toEqual([]);
    await page.context().close();
  });

  it('cannot use the session from another site, by script, form or frame', async () => {
    const page = await bed.signedIn();
    const target = `${bed.platform.url}/api/v1/websites`;
    html = `<!doctype html><title>Elsewhere</title>
      <form method="post" action="${target}"><input name="domain" value="form.example"></form>
      <iframe src="${bed.platform.url}/console/"></iframe>
      <script>
        const body = new URLSearchParams({ domain: 'fetch.example' });
        fetch('${target}', { method: 'POST', body, mode: 'no-cors', credentials: 'include' })
          .finally(() => { document.title = 'Done'; });
      </script>`;
    const other = await page.context().newPage();
    await other.goto(elsewhere.url);
    await other.waitForFunction('document.title === "Done"');
    const [, frame] = other.frames();
    expect(await frame?.getByRole('heading', { name: 'Overview' }).count()).toBe(0);
    await other.evaluate('document.forms[0].submit()');
    await other.waitForURL(target);
    expect(await other.textContent('body')).toContain('401');
    expect(await domains()).toEqual([]);
    // The session itself is as good as before.
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('with a stolen cookie end with the session', async () => {
    const page = await bed.signedIn();
    const cookies = await page.context().cookies();
    const thief = await bed.browser.open('/console/');
    await thief.context().addCookies(cookies);
    await thief.reload();
    await thief.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByLabel('API key').waitFor();
    await thief.reload();
    await thief.getByLabel('API key').waitFor();
    await Promise.all([page.context().close(), thief.context().close()]);
  });
});
