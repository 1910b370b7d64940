import { shutDownGracefully, silentLogger } from '../src/index.ts';

it('runs all steps in order, even after one fails', async () => {
  const ended: string[] = [];
  const step = (name: string) => [name, () => Promise.resolve(ended.push(name))] as const;
  const broken = ['broken', () => Promise.reject(new Error('no'))] as const;
  await shutDownGracefully([step('server'), broken, step('database')], silentLogger());
  expect(ended).toEqual(['server', 'database']);
});
