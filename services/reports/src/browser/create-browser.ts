import { createBrowserHost } from './browser-host.ts';
import type { BrowserHost, BrowserHostDeps } from './browser-host.ts';
import { createRemoteBrowser } from './remote-browser.ts';
import type { RemoteBrowserDeps } from './remote-browser.ts';

/** The browser of a renderer’s `folder`, or one that this process starts itself. */
export const createBrowser = ({
  folder,
  ...deps
}: BrowserHostDeps & Omit<RemoteBrowserDeps, 'folder'> & { folder: string | undefined }): BrowserHost =>
  folder === undefined ? createBrowserHost(deps) : createRemoteBrowser({ ...deps, folder });
