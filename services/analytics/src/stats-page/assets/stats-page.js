// Saves clicks and loading; everything it does, links and forms do without it.
(() => {
  'use strict';
  let current = 0;

  /** Finds an element's successor on the changed page: by its key, or its field's name. */
  const selectorOf = (element) => {
    const name = ['data-key', 'name'].find((attribute) => element.hasAttribute(attribute));
    return name ? `[${name}="${element.getAttribute(name)}"]` : 'main';
  };

  // Keys of one letter are in the way of those who speak to their computer (WCAG 2.1.4).
  const hasKeys = () => {
    try {
      return localStorage.getItem('keys') !== 'off';
    } catch {
      return true;
    }
  };
  const showKeys = () => {
    const box = document.querySelector('[data-keys]');
    if (!box) return;
    box.parentElement.hidden = false;
    box.checked = hasKeys();
  };
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('[data-keys]')) return;
    try {
      localStorage.setItem('keys', target.checked ? 'on' : 'off');
    } catch {
      // Without storage the keys stay.
      showKeys();
    }
  });

  const show = async (url, push) => {
    const turn = ++current;
    const main = document.querySelector('main');
    main.classList.add('loading');
    try {
      const answer = await fetch(url, { headers: { Accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (turn !== current) return;
      if (!answer.ok || !page.querySelector('.tiles')) throw new Error(String(answer.status));
      const focused = main.contains(document.activeElement) && selectorOf(document.activeElement);
      for (const part of ['main', 'footer'])
        document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
      document.title = page.title;
      showKeys();
      // A list, or its next page, begins at the top.
      const isOther = ['panel', 'page'].some(
        (name) => new URL(url).searchParams.get(name) !== new URL(location.href).searchParams.get(name),
      );
      if (push) history.pushState(null, '', url);
      if (push && isOther) scrollTo(0, 0);
      // Who had what is gone begins at the top of what is new, instead of losing the place.
      if (focused)
        (document.querySelector(focused) || document.querySelector('main')).focus({ preventScroll: true });
    } catch {
      location.assign(url);
    }
  };

  const isOwn = (link) => link && link.origin === location.origin && link.pathname === location.pathname;

  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href]');
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const url = new URL(link.getAttribute('href'), location.href);
    if (!isOwn(url) || !document.querySelector('.tiles')) return;
    event.preventDefault();
    void show(url.href, true);
  });

  const submit = (form) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of new window.FormData(form)) if (value !== '') parameters.append(name, value);
    void show(`${location.origin}${location.pathname}?${parameters}`, true);
  };
  // A date that is typed changes with each digit: it counts when it is done, one that is picked at
  // once.
  let typed = null;
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('[data-auto]')) return;
    event.preventDefault();
    typed = null;
    submit(event.target);
  });
  document.addEventListener('change', (event) => {
    const form = event.target.closest('[data-auto]');
    if (form && event.target !== typed && form.reportValidity()) submit(form);
  });
  document.addEventListener('focusout', (event) => {
    if (event.target !== typed) return;
    typed = null;
    if (event.target.value !== event.target.defaultValue && event.target.form.reportValidity())
      submit(event.target.form);
  });

  document.addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const { type, tagName } = event.target;
    if (type === 'date' && /^(\d|Arrow|Backspace|Delete)/.test(event.key)) typed = event.target;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName) && type !== 'checkbox') return;
    if (event.key !== 'Escape' && !hasKeys()) return;
    const link =
      /^([a-z]|Escape)$/i.test(event.key) &&
      document.querySelector(`[data-key="${event.key.toLowerCase()}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  window.addEventListener('popstate', () => void show(location.href, false));

  const poll = async () => {
    if (document.hidden) return;
    const waiting = document.querySelector('[data-waiting]');
    const live = document.querySelector('[data-live]');
    const url = waiting ? waiting.dataset.waiting : live && live.dataset.live;
    if (!url) return;
    try {
      const answer = await fetch(url);
      if (!answer.ok) return;
      const { visitors, has_traffic: hasTraffic } = await answer.json();
      if (waiting && hasTraffic) location.reload();
      if (live) {
        live.querySelector('b').textContent = visitors.toLocaleString('en');
        live.lastChild.textContent = visitors === 1 ? ' visitor now' : ' visitors now';
      }
    } catch {
      // The next round tries again.
    }
  };
  showKeys();
  setInterval(poll, document.querySelector('[data-waiting]') ? 3000 : 15000);
})();
