import type { Locator, Page } from 'playwright-core';

/** Counts what somebody clicks with the mouse in a window. */
export interface CountedClicks {
  readonly count: number;
  restart(): void;
}

/**
 * Counts clicks by the page's own events: those that the mouse made and no script. What the keyboard sets
 * off comes from no mouse, and the second click that a label passes on to its field is none of anybody's.
 */
const COUNT = `(() => {
  let passedOn;
  addEventListener('click', (event) => {
    if (!event.isTrusted || event.pointerType !== 'mouse') return;
    if (event.target === passedOn) { passedOn = undefined; return; }
    const field = event.target.closest?.('label')?.control;
    passedOn = field === event.target ? undefined : field;
    countClick();
  }, { capture: true });
})()`;

/** Begins to count in a page, which is loaded again for it. */
export const countClicks = async (page: Page): Promise<CountedClicks> => {
  let count = 0;
  await page.exposeFunction('countClick', () => {
    count += 1;
  });
  await page.addInitScript(COUNT);
  await page.reload();
  return {
    get count() {
      return count;
    },
    restart() {
      count = 0;
    },
  };
};

/** Chooses files as a person does: a click opens the system's own dialog, which is no part of the page. */
export const chooseFile = async (
  page: Page,
  opener: Locator,
  file: { name: string; mimeType: string; text: string },
): Promise<void> => {
  const opened = page.waitForEvent('filechooser');
  await opener.click();
  const chooser = await opened;
  await chooser.setFiles([{ name: file.name, mimeType: file.mimeType, buffer: Buffer.from(file.text) }]);
};
