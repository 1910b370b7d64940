import type { Browser } from 'playwright-core';

/** Prints an HTML document on A4, without running any script. */
export const printPage = async (browser: Browser, markup: string): Promise<Buffer> => {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  try {
    const page = await context.newPage();
    await page.setContent(markup, { waitUntil: 'load', timeout: 10_000 });
    const margin = { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' };
    return await page.pdf({ format: 'A4', printBackground: true, margin });
  } finally {
    await context.close();
  }
};
