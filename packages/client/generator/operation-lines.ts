interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
}

interface Answer {
  $ref?: string;
  content?: Record<string, { schema?: JsonSchema }>;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: object;
  responses: Record<string, Answer>;
}

/** As much of an OpenAPI document as is read here. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  'x-unavailable'?: string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Each part becomes a property of the client. */
const ID = /^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*$/;

const follow = <Node extends { $ref?: string }>(document: ApiDocument, node: Node): Node => {
  if (node.$ref === undefined) return node;
  const names = node.$ref
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    document,
  );
  if (found === undefined) throw new Error(`${node.$ref} leads nowhere.`);
  return follow(document, found as Node);
};

const queryNames = (document: ApiDocument, operation: Operation): string[] =>
  (operation.parameters ?? [])
    .map((parameter) => follow(document, parameter))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);

/** The JSON of an operation's success; a file has none, or one of unknown content. */
const successSchema = (document: ApiDocument, { responses }: Operation): JsonSchema | undefined => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = success && follow(document, success).content?.['application/json']?.schema;
  return schema && follow(document, schema);
};

const outputOf = (document: ApiDocument, operation: Operation): string => {
  const schema = successSchema(document, operation);
  if (schema?.properties === undefined) return 'file';
  const data = follow(document, schema.properties['data'] ?? {});
  const names = queryNames(document, operation);
  if (data.type === 'array' && names.includes('page')) return 'page';
  return data.properties?.['items'] !== undefined && names.includes('cursor') ? 'cursor' : 'one';
};

const inputOf = (document: ApiDocument, operation: Operation): string => {
  if (operation.requestBody !== undefined) return 'body';
  return queryNames(document, operation).length > 0 ? 'query' : 'none';
};

/**
 * Says of each operation what the client must know at run time, such as
 * `['websites.list', 'GET /api/v1/websites query page']`.
 */
export const operationLines = (document: ApiDocument): [string, string][] => {
  if (document['x-unavailable'] !== undefined)
    throw new Error(`The document lacks: ${document['x-unavailable'].join(', ')}.`);
  const lines = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, string][] => {
      const operation = item[method];
      if (operation === undefined) return [];
      if (!ID.test(operation.operationId))
        throw new Error(`${method.toUpperCase()} ${path}: no method can be called ${operation.operationId}.`);
      const input = inputOf(document, operation);
      const output = outputOf(document, operation);
      return [[operation.operationId, `${method.toUpperCase()} ${path} ${input} ${output}`]];
    }),
  );
  const ids = lines.map(([id]) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two operations are called ${twice}.`);
  return lines.sort(([a], [b]) => (a < b ? -1 : 1));
};
