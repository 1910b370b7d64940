import { EventEmitter } from 'node:events';

import { createLaterParts, laterFlag, PROVIDE } from '../src/index.ts';

/** A process with a parent that is told of every request, and answers by `reply`. */
const createHost = (hasParent = true) => {
  const sent = jest.fn(() => true);
  const host = Object.assign(new EventEmitter(), {
    argv: ['node', 'main.ts', laterFlag(['console', 'browser'])],
    ...(hasParent ? { send: sent } : {}),
  });
  const parts = createLaterParts(host as unknown as NodeJS.Process);
  return { parts, sent, reply: (content: object) => host.emit('message', { type: PROVIDE, ...content }) };
};

it('asks for a part that is not there, until it is', async () => {
  const { parts, sent, reply } = createHost();
  expect(parts.comesLater('console')).toBe(true);
  const asking = parts.provideLater('console');
  expect(sent).toHaveBeenCalledWith({ type: PROVIDE, part: 'console' });
  reply({ part: 'browser' });
  expect(parts.comesLater('console')).toBe(true);
  reply({ part: 'console' });
  await asking;
  expect(parts.comesLater('console')).toBe(false);
  await parts.provideLater('console');
  expect(sent).toHaveBeenCalledTimes(1);
});

it('says why a part could not be had, and asks again the next time', async () => {
  const { parts, sent, reply } = createHost();
  const first = parts.provideLater('browser');
  reply({ part: 'browser', fault: 'There is no network.' });
  await expect(first).rejects.toThrow('There is no network.');
  const second = parts.provideLater('browser');
  reply({ part: 'browser' });
  await second;
  expect(sent).toHaveBeenCalledTimes(2);
});

it('asks for nothing that is there, or where nobody could answer', async () => {
  const { parts, sent } = createHost();
  await parts.provideLater('downloads');
  expect(sent).not.toHaveBeenCalled();
  const alone = createHost(false);
  expect(alone.parts.comesLater('browser')).toBe(false);
  await alone.parts.provideLater('browser');
});
