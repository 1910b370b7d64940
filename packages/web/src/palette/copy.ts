import { notify } from '../ui/notices.tsx';
import { partTexts } from '../i18n/parts.ts';
import { failureText } from '../ui/problem.tsx';
import { paletteTexts } from '../i18n/palette.ts';

/**
 * Puts a text into the clipboard and says so, or that the browser refuses.
 * @param name what the notice calls it
 * @param text may take a moment: the browser waits for it as a part of the click
 */
export const copyText = async (name: string, text: string | Promise<string>): Promise<void> => {
  const t = paletteTexts();
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else {
      const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
      // Not every browser says that the text didn't come.
      await Promise.all([navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]), text]);
    }
    notify(t.copied(name));
  } catch {
    const reason = await Promise.resolve(text).then(
      () => undefined,
      (error: unknown) => failureText(error),
    );
    notify(reason ?? partTexts().notCopied);
  }
};
