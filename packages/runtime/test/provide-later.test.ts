import { comesLater, laterFlag, PROVIDE, provideLater } from '../src/index.ts';

const original: unknown = Reflect.get(process, 'send');
const setSend = (next: unknown): void => {
  Object.assign(process, { send: next });
};
const sent = jest.fn();

beforeEach(() => {
  sent.mockClear();
  setSend(sent);
  process.argv.push(laterFlag(['console', 'browser']));
});
afterEach(() => {
  setSend(original);
  process.argv.pop();
});

/** The newest listener is the one that waits; jest's own isn't to hear of it. */
const reply = (content: object): unknown =>
  process.listeners('message').at(-1)?.({ type: PROVIDE, ...content }, undefined);

it('asks for a part that is not there, until it is', async () => {
  expect(comesLater('console')).toBe(true);
  const asking = provideLater('console');
  expect(sent).toHaveBeenCalledWith({ type: PROVIDE, part: 'console' });
  reply({ part: 'browser' });
  expect(comesLater('console')).toBe(true);
  reply({ part: 'console' });
  await asking;
  expect(comesLater('console')).toBe(false);
  await provideLater('console');
  expect(sent).toHaveBeenCalledTimes(1);
});

it('says why a part could not be had, and asks again the next time', async () => {
  const first = provideLater('browser');
  reply({ part: 'browser', fault: 'There is no network.' });
  await expect(first).rejects.toThrow('There is no network.');
  const second = provideLater('browser');
  reply({ part: 'browser' });
  await second;
  expect(sent).toHaveBeenCalledTimes(2);
});

it('asks for nothing that is there, or where nobody could answer', async () => {
  await provideLater('downloads');
  setSend(undefined);
  await provideLater('browser');
  expect(sent).not.toHaveBeenCalled();
});
