import type { CDPSession, Page } from 'playwright-core';

/**
 * A JavaScript world of our own in a page's main frame: the same document, but none of the page's
 * scripts. What a page has put in the place of `Array.prototype.map` or `performance` isn't seen here,
 * and its Content-Security-Policy does not stop what runs here.
 */
export interface IsolatedWorld {
  /** @throws Error for what the script throws, or when the page has gone */
  evaluate<Result>(script: string): Promise<Result>;
}

const WORLD = 'page-report';

interface ContextEvent {
  context: { id: number; name: string; auxData?: { frameId?: string } };
}

/**
 * @param script runs in the world of every new document before the page's own scripts
 */
export const createIsolatedWorld = async (
  page: Page,
  session: CDPSession,
  script: string,
): Promise<IsolatedWorld> => {
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  let contextId: number | undefined;
  session.on('Runtime.executionContextCreated', ({ context }: ContextEvent) => {
    if (context.name === WORLD && context.auxData?.frameId === frameTree.frame.id) contextId = context.id;
  });
  await session.send('Runtime.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: script, worldName: WORLD });
  return {
    async evaluate<Result>(expression: string): Promise<Result> {
      if (contextId === undefined) throw new Error(`There is no world in ${page.url()}.`);
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as Result;
    },
  };
};
