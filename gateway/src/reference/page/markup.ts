const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, in attributes as well. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Markdown in a line: code, bold, emphasis, links to this host or https. All else is text. */
export const inline = (markdown: string): string =>
  escaped(markdown)
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? `<code>${part.slice(1, -1)}</code>`
        : part
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/(?<![\w*])\*([^*\s][^*]*)\*/g, '<em>$1</em>')
            .replace(/\[([^\]]+)\]\(((?:https:\/\/|\/)[^\s)]*)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');

/** Markdown of paragraphs and headings of the second level, which get ids. */
export const paragraphs = (markdown: string): string =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const heading = /^## (.+)$/.exec(block)?.[1];
      if (heading === undefined) return `<p>${inline(block.replaceAll('\n', ' '))}</p>`;
      return `<h2 id="${idOf(heading)}">${inline(heading)}</h2>`;
    })
    .join('\n');

/** A name for the fragment of an address. */
export const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
