import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const DIRECTORY = fileURLToPath(new URL('../dtcg-2025.10/', import.meta.url));
const BASE = 'https://www.designtokens.org/schemas/2025.10/';

/** The official schemas by file name without `.json`: `format`, `format/token`, `resolver`. */
const load = () => {
  // Strict mode rejects harmless constructs in these schemas. strictNumbers stays on: JSON.parse
  // turns 1e309 into Infinity, which JSON can't represent.
  const ajv = new Ajv({ strict: false, strictNumbers: true });
  // Its CommonJS types hide that the default export is the function.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  for (const file of readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.json'))
      ajv.addSchema(JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8')) as object);
  return (name: string): ValidateFunction => {
    const validator = ajv.getSchema(`${BASE}${name}.json`);
    if (validator === undefined) throw new Error(`There is no DTCG schema "${name}".`);
    return validator;
  };
};

let loaded: ReturnType<typeof load> | undefined;
/** A schema by its name; all are read with the first, and each is compiled when it is first used. */
const schema = (name: string): ValidateFunction => (loaded ??= load())(name);

const faultOf = (name: string, value: object): string | null => {
  const validate = schema(name);
  return validate(value) ? null : sayWhy(validate.errors);
};

/** `/$value/components/0` → `$value.components.0`. */
const dotted = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');

/** A schema's errors in a few words. The deepest one says most. */
const sayWhy = (errors: readonly ErrorObject[] | null | undefined): string => {
  const useful = (errors ?? []).filter(
    ({ keyword }) => !['if', 'oneOf', 'anyOf', 'allOf', 'not'].includes(keyword),
  );
  const deepest = useful.sort(
    (a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length,
  )[0];
  if (deepest === undefined) return 'is not valid in DTCG 2025.10';
  const extra = deepest.params['additionalProperty'] as string | undefined;
  const allowed = deepest.params['allowedValues'] as unknown[] | undefined;
  const where = dotted(deepest.instancePath);
  const what = `${deepest.message ?? 'is not valid'}${extra === undefined ? '' : `: ${extra}`}${allowed === undefined ? '' : `: ${allowed.join(', ')}`}`;
  return `${where === '' ? '' : `${where} `}${what}`;
};

/** Returns what is wrong with a token object, or null. Its type may be given or inherited. */
export const tokenFault = (token: object): string | null => faultOf('format/token', token);

/** Returns what the official schema finds wrong with a whole tree, or null. */
export const treeFault = (tree: object): string | null => faultOf('format', tree);

/** Returns what is wrong with a resolver document, or null. */
export const resolverFault = (document: object): string | null => faultOf('resolver', document);
