import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { startTemporaryPlatform } from '@platform/local';

import { operationsOf } from './operations.ts';
import type { ApiDocument } from './operations.ts';
import { pythonFile } from './python.ts';

/** Starts the whole platform for a moment and reads its `/openapi.json`. */
export const readDocument = async (): Promise<object> => {
  const platform = await startTemporaryPlatform(process.env);
  try {
    return (await (await fetch(`${platform.url}/openapi.json`)).json()) as object;
  } finally {
    await platform.stop();
  }
};

/**
 * Says of each operation what the client must know at run time, such as
 * `['websites.list', 'GET /api/v1/websites query page']`.
 */
export const operationLines = (document: ApiDocument): [string, string][] =>
  operationsOf(document).map(({ id, method, path, input, output }) => [
    id,
    `${method} ${path} ${input} ${output}`,
  ]);

const PYTHON = 'python/design_and_analytics/operations.py';

/** The generated files, by their path below the package. */
export type GeneratedFiles = Record<
  'src/generated/schema.ts' | 'src/generated/operations.ts' | typeof PYTHON,
  string
>;

const HEADER = `// Made from the platform's /openapi.json by \`npm run generate\` in packages/client. Do not edit.

`;

const operationsFile = (document: ApiDocument): string => {
  const lines = operationLines(document).map(([id, line]) => `  '${id}': '${line}',\n`);
  return `${HEADER}/** Every operation: its method, its path, what it takes and what it gives. */
export const OPERATIONS = {
${lines.join('')}} as const;
`;
};

interface TypedResponse {
  $ref?: string;
  headers?: unknown;
  content?: Record<string, { schema?: { $ref?: string } }>;
}

interface TypedOperation {
  parameters?: { $ref?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, TypedResponse>;
}

interface TypedDocument {
  paths: Record<string, Record<string, TypedOperation>>;
  components: { responses?: Record<string, TypedResponse> };
}

/** The component that an error's JSON is described by, such as `Problem`. */
const problemOf = ({ components }: TypedDocument, response: TypedResponse): string | undefined => {
  const shared = components.responses?.[response.$ref?.split('/').at(-1) ?? ''];
  return shared?.content?.['application/json']?.schema?.$ref?.split('/').at(-1);
};

/**
 * The document as types need it. Programs tell errors by their code, so each operation has one type
 * for all of them; the client itself sends bodies as JSON and the headers of requests, and hands out
 * the headers of answers.
 */
const forTypes = (document: object): OpenAPI3 => {
  const given = structuredClone(document) as TypedDocument;
  const problems = new Map<string, TypedResponse>();
  for (const item of Object.values(given.paths))
    for (const operation of Object.values(item)) {
      operation.parameters = (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
      const forms = operation.requestBody?.content;
      if (forms && 'application/json' in forms)
        operation.requestBody = {
          ...operation.requestBody,
          content: { 'application/json': forms['application/json'] },
        };
      const entries = Object.entries(operation.responses);
      const kept = entries.filter(([, { $ref }]) => $ref === undefined);
      for (const [, response] of kept) delete response.headers;
      const problem = entries.map(([, response]) => problemOf(given, response)).find(Boolean);
      operation.responses = Object.fromEntries(kept);
      if (problem === undefined) continue;
      operation.responses['default'] = { $ref: `#/components/responses/${problem}` };
      const schema = { $ref: `#/components/schemas/${problem}` };
      problems.set(problem, { content: { 'application/json': { schema } } });
    }
  given.components = { ...given.components, responses: Object.fromEntries(problems) };
  for (const name of ['headers', 'parameters']) Reflect.deleteProperty(given.components, name);
  // `verifyWebhook` has the types of what the platform sends.
  Reflect.deleteProperty(given, 'webhooks');
  return given as unknown as OpenAPI3;
};

/** The longest comment that is written on one line. */
const COMMENT_LENGTH = 400;

/** A comment of several tags as one sentence or two: the description, then the example. */
const onOneLine = (comment: string, indent: string, lines: string): string => {
  const words = lines
    .split('\n')
    .map((line) => line.replace(/^ *\* ?/, '').trim())
    .filter((line) => line !== '' && !/^(@enum|@default|Format:)/.test(line))
    .join(' ');
  const [told = '', example] = words.split(/ ?@example /);
  const [summary = '', ...rest] = told.split(/ ?@description /);
  const about = rest.join(' ');
  const sentences = about.startsWith(summary) ? about : `${summary}. ${about}`;
  const text = [sentences, ...(example === undefined ? [] : [`Such as ${example}`])]
    .filter(Boolean)
    .join(/[.…]$/.test(sentences) ? ' ' : '. ');
  if (text.length > COMMENT_LENGTH) return comment;
  return text === '' ? '' : `${indent}/** ${text} */\n`;
};

/** Leaves out members that can't be there, and writes comments on one line. */
const compact = (types: string): string =>
  types
    .replace(/^ *(\w+|"\w+")\?: never;\n/gm, '')
    .replace(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, '')
    .replace(/^ *parameters: \{\n *\};\n/gm, '')
    .replace(/^( *)\/\*\*\n((?: *\*.*\n)+?) *\*\/\n/gm, onOneLine)
    .replace(/^( *\/\*\*) @description /gm, '$1 ');

/** Joins what fits on one line, which Prettier leaves apart: the content of an answer. */
const joinContent = (types: string): string =>
  types
    .replace(/content: \{\n *('[^\n]*;)\n *\};/g, 'content: { $1 };')
    .replace(/^( *\w+\??: \{)\n *(content: [^\n]*;)\n *\};/gm, '$1 $2 };');

/**
 * Makes the client's types, its table of operations and the Python client's methods from the platform's OpenAPI document.
 * @throws for a document that lacks the part of a service, or names an operation in a way that no
 * method can have
 */
export const generate = async (document: object): Promise<GeneratedFiles> => {
  const options = (await resolveConfig(import.meta.filename)) ?? {};
  const pretty = (text: string): Promise<string> => format(text, { ...options, parser: 'typescript' });
  const types = await openapiTS(forTypes(document), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return {
    'src/generated/schema.ts': joinContent(
      await pretty(`/* eslint-disable */\n${HEADER}${compact(astToString(types))}`),
    ),
    'src/generated/operations.ts': await pretty(operationsFile(document as ApiDocument)),
    [PYTHON]: pythonFile(document as ApiDocument),
  };
};
