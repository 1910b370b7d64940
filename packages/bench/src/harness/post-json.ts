import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Posts JSON over a connection of its own. `fetch` keeps connections, and after minutes of loading
 * data it may write to one that the service has closed meanwhile: "fetch failed".
 * @returns the text of the answer @throws Error for an answer other than 2xx
 */
export const postJson = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<string> => {
  const outgoing = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  outgoing.end(JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await text(response);
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`POST ${url} was answered with ${statusCode}: ${answer}`);
  return answer;
};
