import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A request that is sent again and again. */
export interface Repeated {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request, and how many of it are in flight at once. */
interface Order extends Repeated {
  readonly atOnce: number;
}

/** Answers by their status; 0 counts the requests that got none. */
type Statuses = Readonly<Record<number, number>>;

const PATIENCE_MILLISECONDS = 60_000;

/**
 * Keeps requests in flight, from a process of its own that yields to all others: it stands for a machine
 * elsewhere, and what it does with large bodies must not delay whoever measures.
 * @returns ends it once the last answers are there, and tells how many had which status
 */
export const keepSending = async (repeated: Repeated, atOnce: number): Promise<() => Promise<Statuses>> => {
  const child = fork(fileURLToPath(import.meta.url));
  setPriority(child.pid ?? 0, 10);
  child.send({ ...repeated, atOnce } satisfies Order);
  await once(child, 'message');
  return async () => {
    child.send('stop');
    const [statuses] = (await once(child, 'message')) as [Statuses];
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
    return statuses;
  };
};

const sendOnce = ({ method, url, headers }: Order, body: Buffer | undefined, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      answer.resume();
      answer.once('close', () => {
        resolve(answer.complete ? (answer.statusCode ?? 0) : 0);
      });
    });
    sent.setTimeout(PATIENCE_MILLISECONDS, () => sent.destroy());
    sent.once('error', () => {
      resolve(0);
    });
    sent.end(body);
  });

/** What the process does. */
const obey = async (): Promise<void> => {
  const [order] = (await once(process, 'message')) as [Order];
  const body = order.body === undefined ? undefined : Buffer.from(order.body);
  const agent = new Agent({ keepAlive: true, maxSockets: order.atOnce });
  const statuses: Record<number, number> = {};
  let isOver = false;
  const over = once(process, 'message').then(() => {
    isOver = true;
  });
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const status = await sendOnce(order, body, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const lanes = Array.from({ length: order.atOnce }, lane);
  process.send?.('begun');
  await over;
  await Promise.all(lanes);
  agent.destroy();
  process.send?.(statuses);
};

// Forked: nobody else has a channel to its parent and this file as its program.
if (process.argv[1] === fileURLToPath(import.meta.url)) await obey();
