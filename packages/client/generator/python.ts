import { follow, operationsOf } from './operations.ts';
import type { ApiDocument, JsonSchema, ListedOperation, Parameter } from './operations.ts';

/** Words that no argument can be called; such a field is written with `_` behind it. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield self request'
  ).split(' '),
);

const NAME = /^[A-Za-z_]\w*$/;
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const argument = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);
const className = (path: readonly string[]): string =>
  path.map((part) => `${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`).join('');

const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'List[Any]',
  object: 'Dict[str, Any]',
  null: 'None',
};

/** The type of a field as an annotation; `Any` where it can be one of several. */
const typeOf = (document: ApiDocument, schema: JsonSchema | undefined): string => {
  const { type } = follow(document, schema ?? {});
  const types = [type ?? []].flat().map((one) => TYPES[one] ?? 'Any');
  return types.length === 0 || types.includes('Any') ? 'Any' : [...new Set(types)].join(' | ');
};

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/** The fields of a body that is an object; undefined for any other. */
const bodyFields = (document: ApiDocument, { operation }: ListedOperation): Field[] | undefined => {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const { properties, required = [], oneOf, anyOf, allOf } = follow(document, schema ?? {});
  if ((properties === undefined || oneOf) ?? anyOf ?? allOf) return undefined;
  const fields = Object.entries(properties).map(([name, own]) => ({
    name,
    type: typeOf(document, own),
    isRequired: required.includes(name),
  }));
  return fields.every(({ name }) => NAME.test(name)) ? fields : undefined;
};

const queryFields = (parameters: readonly Parameter[], document: ApiDocument): Field[] =>
  parameters
    .filter((parameter) => parameter.in === 'query' && NAME.test(parameter.name))
    .map(({ name, schema, required = false }) => ({
      name,
      type: typeOf(document, schema),
      isRequired: required,
    }));

/** Longer signatures have a line for each argument. */
const LINE = 110;

const RETURNS: Readonly<Record<string, string>> = {
  one: 'Any',
  page: 'Pages',
  cursor: 'Pages',
  file: 'File',
};

/** A method of one operation. */
const methodOf = (document: ApiDocument, listed: ListedOperation): string => {
  const { id, method, path, input, output, operation } = listed;
  const parameters = (operation.parameters ?? []).map((parameter) => follow(document, parameter));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inQuery = queryFields(parameters, document);
  const body = input === 'body' ? bodyFields(document, listed) : undefined;
  const taken = new Set([...(body ?? []), ...inQuery].map(({ name }) => name));
  const pathName = (name: string): string => argument(taken.has(name) ? `path_${name}` : name);
  const isWhole = input === 'body' && body === undefined;
  const fields = [...(body ?? []), ...inQuery.filter(({ name }) => !body?.some((own) => own.name === name))];
  const ordered = [...fields].sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
  const args = [
    'self',
    ...inPath.map((name) => `${pathName(name)}: str | int`),
    ...(inPath.length > 0 ? ['/'] : []),
    ...(isWhole ? ['body: Any'] : []),
    '*',
    ...ordered.map(
      ({ name, type, isRequired }) => `${argument(name)}: ${type}${isRequired ? '' : ' = UNSET'}`,
    ),
    'request: Optional[Request] = None',
  ];
  const address =
    inPath.length === 0
      ? `"${path}"`
      : `path_of("${path}", {${inPath.map((name) => `"${name}": ${pathName(name)}`).join(', ')}})`;
  const pairs = (own: readonly Field[]): string =>
    `{${own.map(({ name }) => `"${name}": ${argument(name)}`).join(', ')}}`;
  const query = inQuery.length === 0 ? undefined : `given(${pairs(inQuery)})`;
  const sent = isWhole ? 'body' : `given(${pairs(body ?? [])})`;
  const isPaged = output === 'page' || output === 'cursor';
  const call = [
    `self._transport.send("${method}", ${address}`,
    ...(isPaged ? ['query=query'] : query === undefined ? [] : [`query=${query}`]),
    ...(input === 'body' ? [`body=${sent}`] : []),
    ...(output === 'file' ? ['accept="*/*"'] : []),
    'options=request)',
  ].join(', ');
  const title = (operation.summary ?? id).replaceAll('"""', '');
  const head = `def ${argument(snake(id.split('.').at(-1) ?? id))}(`;
  const end = `) -> ${RETURNS[output] ?? 'Any'}:`;
  const line = `${head}${args.join(', ')}${end}`;
  const lines = [
    ...(line.length <= LINE ? [line] : [head, ...args.map((arg) => `    ${arg},`), end]),
    `    """${title}${/[.!?]$/.test(title) ? '' : '.'} (${method} ${path})"""`,
    isPaged
      ? `    return Pages(lambda query: ${call}, ${query ?? '{}'}, ${output === 'cursor' ? 'True' : 'False'})`
      : `    return ${output === 'file' ? 'file_of' : 'data_of'}(${call})`,
  ];
  return lines.map((text) => `    ${text}\n`).join('');
};

interface Group {
  readonly path: readonly string[];
  readonly operations: ListedOperation[];
  readonly groups: Map<string, Group>;
}

/** Classes of a group and those below it, the innermost first. */
const classesOf = (document: ApiDocument, { path, operations, groups }: Group): string[] => {
  const inner = [...groups.values()].flatMap((group) => classesOf(document, group));
  const names = [...groups].map(
    ([name, group]) => `        self.${argument(snake(name))} = ${className(group.path)}(transport)\n`,
  );
  const title =
    path.length === 0
      ? 'Every operation of the platform.'
      : `Operations of \`${path.map(snake).join('.')}\`.`;
  const text = `class ${path.length === 0 ? 'Operations' : className(path)}:
    """${title}"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
${names.join('')}${operations.map((operation) => `\n${methodOf(document, operation)}`).join('')}`;
  return [...inner, text];
};

/** Makes the Python client's operations from the platform's OpenAPI document. */
export const pythonFile = (document: ApiDocument): string => {
  const root: Group = { path: [], operations: [], groups: new Map() };
  for (const listed of operationsOf(document)) {
    let group = root;
    for (const name of listed.id.split('.').slice(0, -1)) {
      const next = group.groups.get(name) ?? {
        path: [...group.path, name],
        operations: [],
        groups: new Map(),
      };
      group.groups.set(name, next);
      group = next;
    }
    group.operations.push(listed);
  }
  return `# Made from the platform's /openapi.json by \`npm run generate\` in packages/client. Do not edit.
"""Every operation of the platform as a method."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .pages import Pages
from .transport import UNSET, Answer, File, Request, Transport, given, path_of


def data_of(answer: Answer) -> Any:
    """The record itself, without the envelope around it."""
    body = answer.json()
    # The answer to a deletion has no \`data\`: it says itself what was deleted.
    return body["data"] if isinstance(body, dict) and body.get("data") is not None else body


def file_of(answer: Answer) -> File:
    """An answer that isn't JSON, with its media type."""
    return File(answer.content, answer.headers.get_content_type(), answer.headers)


${classesOf(document, root).join('\n\n')}`;
};
