import type { Operation } from './described.ts';

/** A language in which examples are shown. */
export type ExampleLanguage = 'curl' | 'javascript' | 'python' | 'php';

export const EXAMPLE_LANGUAGES: Readonly<Record<ExampleLanguage, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  php: 'PHP',
};

type Examples = Readonly<Record<ExampleLanguage, string>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** The path with the examples of its parameters, and a query of those that are required. */
const addressOf = ({ path, inPath, inQuery }: Operation): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(inPath.find((field) => field.name === name)?.example ?? name)),
  );
  const query = inQuery.filter(({ required }) => required);
  const text = new URLSearchParams(
    query.map(({ name, example }) => [name, textOf(example ?? '')]),
  ).toString();
  return text === '' ? filled : `${filled}?${text}`;
};

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON as a literal of another language; `words` replaces what is spelled differently there. */
const literal = (
  value: unknown,
  [open, close]: readonly [string, string],
  separator: string,
  quote: (text: string) => string,
  words: Readonly<Record<string, string>>,
  indent: string,
): string => {
  const inner = `${indent}    `;
  const write = (next: unknown): string => literal(next, [open, close], separator, quote, words, inner);
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? String(value);
  const list = Array.isArray(value);
  const entries = list
    ? value.map((item) => write(item))
    : Object.entries(value).map(([name, item]) => `${quote(name)}${separator} ${write(item)}`);
  const [begin, end] = list ? ['[', ']'] : [open, close];
  if (entries.length === 0) return `${begin}${end}`;
  const line = `${begin}${entries.join(', ')}${end}`;
  if (line.length + indent.length <= 80 && !line.includes('\n')) return line;
  return `${begin}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${end}`;
};

const singleQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const pythonOf = (value: unknown): string =>
  literal(value, ['{', '}'], ':', JSON.stringify, PYTHON_WORDS, '');
const phpOf = (value: unknown, indent: string): string =>
  literal(value, ['[', ']'], ' =>', singleQuoted, {}, indent);

/** An empty object; in PHP `[]` would become a list. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** A list or record whose answer isn't JSON is read as text. */
const givesJson = ({ answers }: Operation): boolean =>
  answers.some(({ status, types }) => status.startsWith('2') && types.includes('application/json'));

/**
 * Programs that send the operation's example with the key in `DAP_KEY` and print the answer. Those in
 * Python and PHP need no packages.
 * @param base address of the platform, without a slash at the end
 */
export const codeExamples = (operation: Operation, base: string): Examples => {
  const { method, body } = operation;
  const url = `${base}${addressOf(operation)}`;
  const json = body === null ? undefined : JSON.stringify(body.example, null, 2);
  const curl = [
    method === 'GET' ? `curl '${url}'` : `curl -X ${method} '${url}'`,
    '-H "Authorization: Bearer $DAP_KEY"',
    ...(json === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${json.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ');

  const read = givesJson(operation) ? 'await response.json()' : 'await response.text()';
  const javascript = `const response = await fetch(${singleQuoted(url)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.DAP_KEY}\`,${json === undefined ? '' : "\n    'Content-Type': 'application/json',"}
  },${json === undefined ? '' : `\n  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`}
});
console.log(response.status, ${read});
`;

  const python = `import json
import os
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    method="${method}",
    headers={
        "Authorization": "Bearer " + os.environ["DAP_KEY"],${json === undefined ? '' : '\n        "Content-Type": "application/json",'}
    },${json === undefined ? '' : `\n    data=json.dumps(${pythonOf(body?.example).replaceAll('\n', '\n    ')}).encode(),`}
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())
`;

  const php = `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => [
        'Authorization: Bearer ' . getenv('DAP_KEY'),${json === undefined ? '' : "\n        'Content-Type: application/json',"}
    ],${json === undefined ? '' : `\n    'content' => json_encode(${isEmpty(body?.example) ? '(object) []' : phpOf(body?.example, '    ')}),`}
    'ignore_errors' => true,
]]);
$answer = file_get_contents(${singleQuoted(url)}, false, $context);
echo $http_response_header[0], "\\n", $answer, "\\n";
`;
  return { curl: `${curl}\n`, javascript, python, php };
};

/** Programs that check a message to a webhook, read from standard input, as a receiver would. */
export const VERIFYING_EXAMPLES: Examples = {
  curl: `# The signature, from the three values as they arrived and the body in the file "body":
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
{ printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP."; cat body; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64
`,
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Throws unless the message is ours and at most five minutes old. */
export const verify = (headers, body, secret) => {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isOurs = String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isOurs) throw new Error('not signed by us');
  return JSON.parse(body);
};
`,
  python: `import base64
import hashlib
import hmac
import json
import time


def verify(headers, body, secret):
    """Raises ValueError unless the message (bytes) is ours and at most five minutes old."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    for signature in headers["webhook-signature"].split(" "):
        if hmac.compare_digest(signature.removeprefix("v1,"), expected):
            return json.loads(body)
    raise ValueError("not signed by us")
`,
  php: `<?php
/** Throws unless the message is ours and at most five minutes old. */
function verify(array $headers, string $body, string $secret): array
{
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        throw new Exception('too old');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($expected, preg_replace('/^v1,/', '', $signature))) {
            return json_decode($body, true);
        }
    }
    throw new Exception('not signed by us');
}
`,
};
