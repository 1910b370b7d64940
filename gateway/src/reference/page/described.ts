import type { MergedDocument } from '../area-documents.ts';

/** A field of a body or an answer, or a parameter, as the page shows it. */
export interface Field {
  readonly name: string;
  /** In words: `integer`, `list of text`, `text or null`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** The values allowed, where they are a list. */
  readonly values: readonly unknown[];
  readonly fallback: unknown;
  readonly example: unknown;
  readonly fields: readonly Field[];
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly fields: readonly Field[];
  readonly example: unknown;
}

/** An operation, or a message to webhooks, with all references resolved. */
export interface Operation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path with `{names}`; the type of the event for a message. */
  readonly path: string;
  readonly tag: string;
  readonly title: string;
  /** Markdown of one paragraph each. */
  readonly description: string;
  readonly isMessage: boolean;
  readonly inPath: readonly Field[];
  readonly inQuery: readonly Field[];
  readonly inHeader: readonly Field[];
  readonly body: {
    readonly types: readonly string[];
    readonly fields: readonly Field[];
    readonly example: unknown;
  } | null;
  readonly answers: readonly Answer[];
}

export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

interface OperationObject {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Response>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** Fields of fields of fields; what is deeper is in `/openapi.json`. */
const DEPTH = 4;
const JSON_TYPE = 'application/json';
const WORDS: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false', array: 'list' };

/** Reads the merged document for people. References that lead nowhere are treated as empty. */
export const describeOperations = (document: MergedDocument): readonly Tag[] => {
  const follow = <Value extends { readonly $ref?: string }>(value: Value | undefined): Value | undefined => {
    if (value?.$ref === undefined) return value;
    const found = value.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (at, name) =>
          typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
        document,
      );
    return { ...(found as Value | undefined), ...value, $ref: undefined };
  };

  const typeOf = (given: Schema | undefined): string => {
    const schema = follow(given) ?? {};
    const kinds = schema.anyOf ?? schema.oneOf;
    if (kinds) return [...new Set(kinds.map(typeOf))].join(' or ');
    if (schema.items) return `list of ${typeOf(schema.items)}`;
    const { type = schema.properties ? 'object' : 'any value' } = schema;
    return [type]
      .flat()
      .map((name) => WORDS[name] ?? name)
      .join(' or ');
  };

  /** The properties of an object, of the items of a list, or of the first kind that has any. */
  const fieldsOf = (given: Schema | undefined, depth: number): Field[] => {
    const schema = follow(given) ?? {};
    if (depth === 0) return [];
    if (schema.properties)
      return Object.entries(schema.properties).map(([name, value]) =>
        fieldOf(name, value, schema.required?.includes(name) ?? false, depth - 1),
      );
    if (schema.items) return fieldsOf(schema.items, depth);
    for (const kind of schema.anyOf ?? schema.oneOf ?? []) {
      const fields = fieldsOf(kind, depth);
      if (fields.length > 0) return fields;
    }
    return [];
  };

  const fieldOf = (name: string, given: Schema | undefined, required: boolean, depth: number): Field => {
    const schema = follow(given) ?? {};
    return {
      name,
      type: typeOf(schema),
      required,
      description: schema.description ?? '',
      values: schema.enum ?? follow(schema.items)?.enum ?? [],
      fallback: schema.default,
      example: schema.examples?.[0] ?? schema.example ?? schema.const ?? schema.default,
      fields: fieldsOf(schema, depth),
    };
  };

  /** A value that the schema takes, made of the examples of its fields. */
  const exampleOf = (given: Schema | undefined, depth = DEPTH + 2): unknown => {
    const schema = follow(given) ?? {};
    const own = schema.examples?.[0] ?? schema.example ?? schema.const;
    if (own !== undefined) return own;
    if (schema.properties)
      return depth === 0
        ? {}
        : Object.fromEntries(
            Object.entries(schema.properties)
              .filter(([name]) => name !== 'ignored')
              .map(([name, value]) => [name, exampleOf(value, depth - 1)]),
          );
    if (schema.items) return depth === 0 ? [] : [exampleOf(schema.items, depth - 1)];
    const kind = (schema.anyOf ?? schema.oneOf)?.[0];
    if (kind) return exampleOf(kind, depth);
    return schema.default ?? schema.enum?.[0] ?? null;
  };

  const answerOf = ([status, given]: [string, Response]): Answer => {
    const { description = '', content = {} } = follow(given) ?? {};
    const json = content[JSON_TYPE];
    const isGood = status.startsWith('2');
    return {
      status,
      description,
      types: Object.keys(content),
      fields: isGood ? fieldsOf(json?.schema, DEPTH) : [],
      example: isGood && json ? (json.example ?? exampleOf(json.schema)) : undefined,
    };
  };

  const operationOf = (
    method: string,
    path: string,
    given: OperationObject,
    isMessage: boolean,
  ): Operation => {
    const parameters = (given.parameters ?? []).map((parameter) => follow(parameter) ?? parameter);
    const inPlace = (place: string): Field[] =>
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required = false, description = '', example, schema }) => {
          const field = fieldOf(name, schema, required, 0);
          return {
            ...field,
            description: description || field.description,
            example: example ?? field.example,
          };
        });
    const content = given.requestBody?.content ?? {};
    const types = Object.keys(content);
    const taken = content[JSON_TYPE] ?? content[types[0] ?? ''];
    return {
      id: given.operationId ?? `${method}-${path}`,
      method: method.toUpperCase(),
      path,
      tag: isMessage ? 'Webhook messages' : (given.tags?.[0] ?? 'Other'),
      title: given.summary ?? path,
      description: given.description ?? '',
      isMessage,
      inPath: inPlace('path'),
      inQuery: inPlace('query'),
      inHeader: inPlace('header'),
      body: taken
        ? { types, fields: fieldsOf(taken.schema, DEPTH), example: taken.example ?? exampleOf(taken.schema) }
        : null,
      answers: Object.entries(given.responses ?? {}).map(answerOf),
    };
  };

  const collect = (paths: Readonly<Record<string, unknown>>, isMessage: boolean): Operation[] =>
    Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const found = (item as Partial<Record<string, OperationObject>>)[method];
        return found ? [operationOf(method, path, found, isMessage)] : [];
      }),
    );
  const operations = [...collect(document.paths, false), ...collect(document.webhooks ?? {}, true)];
  const described = new Map(document.tags.map(({ name, description = '' }) => [name, description]));
  const names = new Set([...described.keys(), ...operations.map(({ tag }) => tag)]);
  return [...names]
    .map((name) => ({
      name,
      description: described.get(name) ?? '',
      operations: operations.filter(({ tag }) => tag === name),
    }))
    .filter((tag) => tag.operations.length > 0);
};

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
