import type { Rendering, RenderReason } from './browser-facts.ts';

const REASONS: Readonly<Record<RenderReason, string>> = {
  no_browser: 'no browser was available',
  timeout: 'it took too long',
  memory: 'it took more memory than a page may',
  crash: 'the browser ended',
  network: 'the browser could not reach it',
  http_error: 'the browser got an error from its server',
  load: 'it was still loading',
};

/** Says why a page was rendered in part or not at all; null when it was rendered completely. */
export const renderingText = ({ state, reason, pending }: Rendering): string | null => {
  if (state === 'complete') return null;
  if (state === 'failed')
    return `This page could not be rendered: ${REASONS[reason ?? 'crash']}. Its HTML was judged as sent, and what only a browser can tell is not decided.`;
  const open = pending.length === 0 ? '' : ` These never came: ${pending.join(', ')}.`;
  return `This page was judged although ${REASONS.load} when its time was up.${open}`;
};
