/*
 * Tells the tracker of navigations within a document, in browsers without the Navigation API
 * (Firefox before 147, Safari before 26.2), which load this themselves. It calls the page's own
 * `pushState` and `replaceState` first and answers what they answer; what they throw is the page's.
 */
const tell = (navigationType) =>
  dispatchEvent(Object.assign(new Event('currententrychange'), { navigationType }));

for (const type of ['push', 'replace']) {
  const method = `${type}State`;
  const original = history[method];
  history[method] = function (...parameters) {
    const answer = original.apply(this, parameters);
    tell(type);
    return answer;
  };
}
addEventListener('popstate', () => tell('traverse'), true);
