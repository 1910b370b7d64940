/** The page's script: opens operations, searches them, shows one language, sends requests. */

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const key = $('#key');
const search = $('#search');
const language = $('#language');

// The choice of a language is remembered, the key is not: it lives as long as the page.
const remembered = (() => {
  try {
    return localStorage.getItem('docs-language');
  } catch {
    return null;
  }
})();
if (remembered !== null && $(`option[value="${CSS.escape(remembered)}"]`, language) !== null)
  language.value = remembered;

const showLanguage = (root) => {
  for (const example of $$('[data-language]', root))
    example.hidden = example.dataset.language !== language.value;
};

language.addEventListener('change', () => {
  showLanguage(document);
  try {
    localStorage.setItem('docs-language', language.value);
  } catch {
    // A page that may store nothing forgets.
  }
});

const readDetails = async (operation) => {
  const target = $('.details', operation);
  if (target.dataset.state === 'read') return;
  const link = $('a', target);
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    target.replaceChildren(...$('#details', page).childNodes);
    target.dataset.state = 'read';
    showLanguage(target);
  } catch {
    // The link stays, which leads to the same.
  }
};

for (const operation of $$('.operation'))
  operation.addEventListener('toggle', () => {
    if (!operation.open) return;
    void readDetails(operation);
    history.replaceState(null, '', `#${operation.id}`);
  });

const openNamed = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.matches('.operation')) target.open = true;
  target.scrollIntoView();
};
window.addEventListener('hashchange', openNamed);
if (location.hash !== '') openNamed();

// On a phone, the contents would fill the first screen.
if (matchMedia('(width <= 48rem)').matches) $('nav details')?.removeAttribute('open');

const indexed = $$('.operation').map((operation) => ({
  operation,
  words: `${operation.textContent} ${operation.dataset.words}`.toLowerCase(),
}));

const find = () => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { operation, words } of indexed) {
    operation.hidden = !wanted.every((word) => words.includes(word));
    if (!operation.hidden) count += 1;
  }
  for (const tag of $$('.tag')) tag.hidden = $('.operation:not([hidden])', tag) === null;
  $('.introduction').hidden = wanted.length > 0;
  const found = $('#found');
  found.hidden = wanted.length === 0;
  found.textContent = count === 1 ? '1 operation' : `${count} operations`;
};

if (indexed.length > 0) {
  search.addEventListener('input', find);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input, textarea, select')) return;
    event.preventDefault();
    search.focus();
  });
} else search.closest('label').hidden = true;
showLanguage(document);

const line = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};

const readable = async (answer) => {
  const type = answer.headers.get('content-type') ?? '';
  if (/json/.test(type)) return JSON.stringify(await answer.json(), null, 2);
  if (/^text\/|xml|javascript/.test(type)) return answer.text();
  return `${(await answer.blob()).size} bytes of ${type || 'nothing'}`;
};

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('.try')) return;
  event.preventDefault();
  const target = $('.answer', form);
  if (key.value.trim() === '') {
    target.replaceChildren(line('p', 'Paste a key at the top of the page first.'));
    key.focus();
    return;
  }
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent($(`[data-path="${name}"]`, form)?.value ?? ''),
  );
  const query = new URLSearchParams(
    $$('[data-query]', form)
      .filter((field) => field.value !== '')
      .map((field) => [field.dataset.query, field.value]),
  ).toString();
  const body = $('[data-body]', form)?.value;
  const begun = performance.now();
  target.replaceChildren(line('p', 'Sending …'));
  try {
    const answer = await fetch(query === '' ? path : `${path}?${query}`, {
      method: form.dataset.method,
      credentials: 'omit',
      headers: {
        Authorization: `Bearer ${key.value.trim()}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await readable(answer);
    const milliseconds = Math.round(performance.now() - begun);
    const summary = line('p', `${answer.status} ${answer.statusText} · ${milliseconds} ms · request `);
    summary.append(line('code', answer.headers.get('x-request-id') ?? '–'));
    const block = line('pre', '');
    block.tabIndex = 0;
    block.append(line('code', text));
    target.replaceChildren(summary, block);
  } catch (error) {
    target.replaceChildren(line('p', `No answer arrived: ${error.message}`));
  }
});
