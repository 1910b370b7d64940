/*
 * Clicks by element, for pages that also have the tracker. Visitors get clicks.min.js, which
 * `node src/tracker/build.ts` makes from this file; a test compares the two. The limit is 500 bytes
 * after gzip.
 *
 *   <script defer src="…/t.js/clicks.js" data-site="KEY"></script>
 *
 * Of a click it sends the page, the way to the element (`#menu>li.2>a.0`: names and places among
 * siblings, from 0), a hash of the words on a link or button, and where a link leads without its query. No position, nothing that was typed, nothing about who it was.
 * Ids with digits are left out, as they may number people. `data-hash`, `data-dnt` and the wish not to be counted
 * mean what they mean to the tracker. Reports name elements in the same way
 * (services/reports/src/browser/survey-looks.ts).
 */
{
  const { src, dataset } = document.currentScript;
  addEventListener(
    'click',
    ({ target }) => {
      try {
        const control = target.closest('a,button,summary,label');
        let element = control || target;
        let e = '';
        let t = 0;
        let depth = 6;
        for (; depth-- && element != document.body; element = element.parentElement)
          if (/^[a-z-]+$/i.test(element.id)) {
            e = '>#' + element.id + e;
            depth = 0;
          } else e = '>' + element.localName + '.' + [...element.parentNode.children].indexOf(element) + e;
        [...(control ? control.textContent : '').replace(/\s/g, '')].map((letter) => {
          t = (t * 31 + letter.charCodeAt()) | 0;
        });
        if (!(
          localStorage.notrack > 0 ||
          ('dnt' in dataset && (navigator.doNotTrack > 0 || navigator.globalPrivacyControl))
        ))
          navigator.sendBeacon(
            new URL('__COLLECT__/clicks', src),
            JSON.stringify({
              k: dataset.site,
              u: location.href.split('hash' in dataset ? ' ' : '#')[0],
              b: navigator.webdriver,
              w: innerWidth < 768,
              e,
              t,
              l: control?.host && control.host + control.pathname,
            }),
          );
      } catch {
        // The click is lost, the page works.
      }
    },
    true,
  );
}
