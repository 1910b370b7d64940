/*
 * Web vitals, for pages that also have the tracker. Visitors get vitals.min.js, which
 * `node src/tracker/build.ts` makes of this file and of the package `web-vitals`; a test compares the
 * two. The limit is 2,048 bytes after gzip.
 *
 *   <script defer src="…/t.js/vitals.js" data-site="KEY"></script>
 *
 * What a view measured is sent once, when it is first hidden or left: most browsers never tell of a
 * later moment. `data-hash`, `data-dnt` and the wish not to be counted mean what they mean to the
 * tracker, and the key is found in the same places. Nothing is stored, and nothing that fails is thrown
 * at the page.
 */
/* global FIND */
import { onCLS } from 'web-vitals/onCLS.js';
import { onINP } from 'web-vitals/onINP.js';
import { onLCP } from 'web-vitals/onLCP.js';
import { onTTFB } from 'web-vitals/onTTFB.js';

try {
  const tag = document.currentScript;
  // As the tracker finds them (tracker.js).
  const src = FIND ? tag?.src || Error().stack.match(/http.*?(?=:\d+:)/)[0] : tag.src;
  const find = (selector) => document.querySelector(selector);
  const query = FIND && Object.fromEntries(new URL(src).searchParams);
  const dataset = FIND
    ? { ...(tag?.dataset.site ? tag : find('[data-site]'))?.dataset, ...query }
    : tag.dataset;
  if (FIND) dataset.site ||= self.trackSite || find('[name=track-site]').content;
  const { site } = dataset;
  const mark = `v${site}`;
  if (!FIND && !site) import(src + '?site').catch(Object);
  // Two tags of one website measure once, and frames leave it to their page.
  else if (!document[mark] && !frameElement) {
    document[mark] = 1;
    const u = location.href.split('hash' in dataset ? ' ' : '#')[0];
    let v = {};
    let sent;

    // A page restored from the back/forward cache is measured anew, as another view: this comes before
    // the listeners of `web-vitals`.
    addEventListener(
      'pageshow',
      (event) => {
        if (event.persisted) v = {};
      },
      true,
    );

    [onCLS, onINP, onLCP, onTTFB].map((observe) =>
      observe((metric) => {
        v[metric.name] = metric.value;
      }),
    );

    // Behind the listeners of `web-vitals`, which are nearer to the document.
    addEventListener('visibilitychange', async () => {
      try {
        if (
          !document.hidden ||
          v == sent ||
          !Object.keys(v)[0] ||
          localStorage.notrack > 0 ||
          ('dnt' in dataset && (navigator.doNotTrack > 0 || navigator.globalPrivacyControl))
        )
          return;
        sent = v;
        await fetch(new URL('__COLLECT__', src.replace(/\/[^/]*@/, '/')), {
          method: 'POST',
          body: JSON.stringify({ d: dataset, n: 'vitals', u, v, b: navigator.webdriver }),
          keepalive: true,
        });
      } catch {
        // The measures are lost, the page works.
      }
    });
  }
} catch {
  // Nothing is measured, the page works.
}
