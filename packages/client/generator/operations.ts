export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonSchema;
}

interface Answer {
  $ref?: string;
  content?: Record<string, { schema?: JsonSchema }>;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Answer;
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

/** The node that a reference leads to, or the node itself. @throws if it leads nowhere */
export const follow = <Node extends { $ref?: string }>(document: ApiDocument, node: Node): Node => {
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

/** An operation, and what a client must know of it. */
export interface ListedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly input: string;
  readonly output: string;
  readonly operation: Operation;
}

/**
 * Lists all operations by their ids.
 * @throws for a document that lacks the part of a service, or names an operation in a way that no
 * method can have
 */
export const operationsOf = (document: ApiDocument): ListedOperation[] => {
  if (document['x-unavailable'] !== undefined)
    throw new Error(`The document lacks: ${document['x-unavailable'].join(', ')}.`);
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((name): ListedOperation[] => {
      const operation = item[name];
      if (operation === undefined) return [];
      const { operationId: id } = operation;
      const method = name.toUpperCase();
      if (!ID.test(id)) throw new Error(`${method} ${path}: no method can be called ${id}.`);
      const [input, output] = [inputOf(document, operation), outputOf(document, operation)];
      return [{ id, method, path, input, output, operation }];
    }),
  );
  const ids = listed.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two operations are called ${twice}.`);
  return listed.sort((a, b) => (a.id < b.id ? -1 : 1));
};
