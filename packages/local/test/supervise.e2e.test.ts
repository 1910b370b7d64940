import { supervise } from '../src/supervise.ts';
import type { Child } from '../src/child.ts';

/** A process that ends when told to, or by `crash`. */
const fakeChild = (pid: number): Child & { crash: () => void } => {
  const end = Promise.withResolvers<number | null>();
  return {
    name: 'worker',
    pid,
    ended: end.promise,
    stop: () => {
      end.resolve(0);
      return Promise.resolve();
    },
    crash: () => {
      end.resolve(1);
    },
  };
};

it('restarts a process that ends, doubling the pause, until it is stopped', async () => {
  const lines: string[] = [];
  const children = [fakeChild(1)];
  const restarted: (() => void)[] = [];
  const supervised = supervise({
    child: children[0]!,
    start: () => {
      const child = fakeChild(children.length + 1);
      children.push(child);
      restarted.shift()?.();
      return child;
    },
    log: (line) => lines.push(line),
    firstPause: 10,
  });
  for (let turn = 0; turn < 3; turn += 1) {
    const again = new Promise<void>((resolve) => restarted.push(resolve));
    children.at(-1)?.crash();
    await again;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(supervised.pid).toBe(4);
  expect(lines).toEqual(
    [0.01, 0.02, 0.04].map((pause) => `worker ended (exit code 1); it starts again in ${pause} s.`),
  );
  await supervised.stop();
  expect(children).toHaveLength(4);
});

it('does not restart a process when it is stopped during the pause', async () => {
  const child = fakeChild(1);
  let starts = 0;
  const supervised = supervise({
    child,
    start: () => {
      starts += 1;
      return fakeChild(2);
    },
    log: () => undefined,
    firstPause: 60_000,
  });
  child.crash();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await supervised.stop();
  expect(starts).toBe(0);
});

it('stops a process that is being started when it is stopped', async () => {
  const children = [fakeChild(1), fakeChild(2)];
  const [starting, started] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Child>()];
  const supervised = supervise({
    child: children[0]!,
    start: () => {
      starting.resolve(undefined);
      return started.promise;
    },
    log: () => undefined,
    firstPause: 1,
  });
  children[0]?.crash();
  await starting.promise;
  const stopped = supervised.stop();
  started.resolve(children[1]!);
  await stopped;
  expect(await children[1]?.ended).toBe(0);
});
