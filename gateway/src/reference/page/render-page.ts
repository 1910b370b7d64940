import { codeExamples, EXAMPLE_LANGUAGES, VERIFYING_EXAMPLES } from './code-examples.ts';
import type { ExampleLanguage } from './code-examples.ts';
import type { Answer, Field, Operation, Tag } from './described.ts';
import { escaped, idOf, inline, paragraphs } from './described.ts';

const LANGUAGES = Object.entries(EXAMPLE_LANGUAGES) as [ExampleLanguage, string][];

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const frame = (title: string, description: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
<script type="module" src="/docs/reference.js"></script>
</head>
<body>
${main}
</body>
</html>
`;

const methodBadge = ({ method, isMessage }: Operation): string =>
  `<span class="method ${isMessage ? 'message' : method.toLowerCase()}">${isMessage ? 'EVENT' : method}</span>`;

const pageOf = ({ id }: Operation): string => `/docs/operations/${encodeURIComponent(id)}`;

const fieldItem = (field: Field): string => {
  const { name, type, required, description, values, fallback, example, fields } = field;
  const notes = [
    values.length > 1 &&
      `One of ${values.map((value) => `<code>${escaped(shown(value))}</code>`).join(', ')}.`,
    fallback !== undefined && fallback !== null && `Default <code>${escaped(shown(fallback))}</code>.`,
    example !== undefined &&
      values.length === 0 &&
      (typeof example !== 'object' || example === null) &&
      `Example <code>${escaped(shown(example).slice(0, 120))}</code>.`,
  ].filter((note) => note !== false);
  const inner =
    fields.length === 0
      ? ''
      : `<details><summary>${fields.length === 1 ? 'Field' : `${fields.length} fields`} of <code>${escaped(name)}</code></summary>${fieldList(fields)}</details>`;
  return (
    `<li><p><code class="name">${escaped(name)}</code> <span class="type">${escaped(type)}</span>` +
    `${required ? ' <span class="required">required</span>' : ''}</p>` +
    `<p>${inline(description)} <span class="notes">${notes.join(' ')}</span></p>${inner}</li>`
  );
};

const fieldList = (fields: readonly Field[]): string =>
  `<ul class="fields">${fields.map(fieldItem).join('')}</ul>`;

const section = (title: string, content: string): string =>
  content === '' ? '' : `<section><h3>${title}</h3>${content}</section>`;

const fieldSection = (title: string, fields: readonly Field[]): string =>
  section(title, fields.length === 0 ? '' : fieldList(fields));

const answerItem = ({ status, description, types, fields }: Answer): string => {
  const good = status.startsWith('2');
  const kinds = good && types.length > 0 ? ` <span class="type">${escaped(types.join(', '))}</span>` : '';
  return (
    `<li><p><code class="status ${good ? 'good' : 'bad'}">${escaped(status)}</code> ${inline(description)}${kinds}</p>` +
    `${fields.length === 0 ? '' : `<details><summary>Fields</summary>${fieldList(fields)}</details>`}</li>`
  );
};

const examples = (programs: Readonly<Record<ExampleLanguage, string>>): string =>
  `<div class="examples">${LANGUAGES.map(
    ([language, title]) =>
      `<div data-language="${language}"><h4>${title}</h4><pre tabindex="0"><code>${escaped(programs[language])}</code></pre></div>`,
  ).join('')}</div>`;

const field = (kind: string, { name, example, required, values }: Field, filled: boolean): string => {
  const label = `<label>${escaped(name)}${required ? ' *' : ''}`;
  const attributes = `data-${kind}="${escaped(name)}"`;
  if (values.length > 0 && kind === 'query')
    return `${label} <select ${attributes}><option value=""></option>${values
      .map((value) => `<option>${escaped(shown(value))}</option>`)
      .join('')}</select></label>`;
  const value = example === undefined || example === null ? '' : escaped(shown(example));
  return `${label} <input ${attributes} ${filled ? `value="${value}"` : `placeholder="${value}"`} autocomplete="off"></label>`;
};

/** The form by which the page sends the operation; the script fills in what isn't here. */
const tryForm = (operation: Operation): string => {
  const { method, path, inPath, inQuery, body } = operation;
  const text = body === null ? '' : escaped(JSON.stringify(body.example, null, 2));
  return `<form class="try" data-method="${method}" data-path="${escaped(path)}">
${inPath.map((given) => field('path', given, true)).join('\n')}
${inQuery.map((given) => field('query', given, given.required)).join('\n')}
${body === null ? '' : `<label class="wide">Body <textarea data-body rows="${Math.min(14, text.split('\n').length + 1)}" spellcheck="false">${text}</textarea></label>`}
<p class="wide"><button type="submit">Send</button> <span class="notes">With the key at the top of the page, to this platform: what it changes is changed.</span></p>
<div class="wide answer" role="status"></div>
</form>`;
};

/** Returns the details of one operation as HTML. */
export const operationDetails = (operation: Operation, base: string): string => {
  const { description, isMessage, inPath, inQuery, inHeader, body, answers } = operation;
  const good = answers.find(({ status, example }) => status.startsWith('2') && example !== undefined);
  return [
    paragraphs(description),
    isMessage ? '' : section('Try it', tryForm(operation)),
    section(
      isMessage ? 'Verify it' : 'Example',
      examples(isMessage ? VERIFYING_EXAMPLES : codeExamples(operation, base)),
    ),
    fieldSection('In the path', inPath),
    fieldSection('In the query', inQuery),
    fieldSection('In headers', inHeader),
    body === null
      ? ''
      : section(
          isMessage ? 'Message' : 'Body',
          `<p class="type">${escaped(body.types.join(', '))}</p>${fieldList(body.fields)}${
            isMessage
              ? `<pre tabindex="0"><code>${escaped(JSON.stringify(body.example, null, 2))}</code></pre>`
              : ''
          }`,
        ),
    section('Answers', `<ul class="fields answers">${answers.map(answerItem).join('')}</ul>`),
    good
      ? section(
          `Example of an answer (${good.status})`,
          `<pre tabindex="0"><code>${escaped(JSON.stringify(good.example, null, 2))}</code></pre>`,
        )
      : '',
  ].join('\n');
};

const heading = (operation: Operation): string =>
  `${methodBadge(operation)} <code class="path">${escaped(operation.path)}</code>`;

const toolbar = (): string => `<div class="bar">
<label>Search <input id="search" type="search" placeholder="funnels, POST, palette_id …" autocomplete="off"></label>
<label>Key <input id="key" type="password" placeholder="dak_…" autocomplete="off" spellcheck="false"></label>
<label>Examples in <select id="language">${LANGUAGES.map(
  ([language, title]) => `<option value="${language}">${title}</option>`,
).join('')}</select></label>
</div>`;

/** A page of one operation, for whom scripts don't run, and for search engines. */
export const renderOperationPage = (operation: Operation, title: string, base: string): string =>
  frame(
    `${operation.title}: ${title}`,
    operation.description.split('\n')[0] ?? '',
    `<header class="top"><p><a href="/docs#${escaped(operation.id)}">${escaped(title)}</a></p>${toolbar()}</header>
<main class="single"><h1>${escaped(operation.title)}</h1><p>${heading(operation)}</p>
<div id="details">${operationDetails(operation, base)}</div></main>`,
  );

/** Words by which an operation is found beside its title and path. */
const wordsOf = ({ id, tag, description, inQuery, body }: Operation): string =>
  [
    id,
    tag,
    description.split('\n')[0],
    ...inQuery.map(({ name }) => name),
    ...(body?.fields ?? []).map(({ name }) => name),
  ]
    .join(' ')
    .toLowerCase();

const operationItem = (operation: Operation): string =>
  `<details class="operation" id="${escaped(operation.id)}" data-words="${escaped(wordsOf(operation))}">` +
  `<summary>${heading(operation)} <span class="title">${escaped(operation.title)}</span></summary>` +
  `<div class="details"><p><a href="${pageOf(operation)}">Parameters, answers and examples</a></p></div></details>`;

const tagSection = ({ name, description, operations }: Tag): string =>
  `<section class="tag"><h2 id="${idOf(name)}">${escaped(name)}</h2><p>${inline(description)}</p>` +
  `${operations.map(operationItem).join('\n')}</section>`;

export interface ReferencePage {
  readonly title: string;
  /** Markdown that holds for all operations. */
  readonly introduction: string;
  readonly tags: readonly Tag[];
  /** Areas whose operations are missing because their service has never answered. */
  readonly unavailable: readonly string[];
}

/** The page of all operations, closed; the script opens them with what `/docs/operations/…` says. */
export const renderReferencePage = ({ title, introduction, tags, unavailable }: ReferencePage): string => {
  const links = tags
    .map(
      ({ name, operations }) =>
        `<li><a href="#${idOf(name)}">${escaped(name)}</a> <span>${operations.length}</span></li>`,
    )
    .join('');
  const missing =
    unavailable.length === 0
      ? ''
      : `<p class="warning">Not answering, so not described at the moment: ${escaped(unavailable.join(', '))}.</p>`;
  return frame(
    `${title}: reference`,
    `Every path of the ${title}, with its parameters, answers and errors, code in several languages, and requests that can be sent from the page.`,
    `<a class="skip" href="#operations">To the operations</a>
<header class="top"><h1>${escaped(title)}</h1><p class="notes"><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/llms.txt">For assistants</a></p>${toolbar()}</header>
<div class="columns">
<nav aria-label="Contents"><details open><summary>Contents</summary><ul>${links}</ul></details></nav>
<main>
${missing}<article class="introduction">${paragraphs(introduction)}</article>
<p id="found" role="status" hidden></p>
<div id="operations">
${tags.map(tagSection).join('\n')}
</div>
</main>
</div>`,
  );
};
