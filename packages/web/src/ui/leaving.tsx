import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { texts } from '../i18n/language.ts';
import { Modal } from './modal.tsx';

/** Forms with something in them that was not sent: true for those that change a record. */
const unsent = new Map<symbol, boolean>();

/** Where somebody wants to go while a change is not saved. */
const wanted = signal<(() => void) | undefined>(undefined);

/**
 * Tells whether a form holds what was not sent. Closing the tab asks then, and so does going to
 * another screen when the form changes a record.
 */
export const noteUnsent = (form: symbol, isUnsent: boolean, isChange: boolean): void => {
  if (isUnsent) unsent.set(form, isChange);
  else unsent.delete(form);
};

/** Goes somewhere, once somebody has agreed to leave what is not saved. */
export const leave = (go: () => void): void => {
  if ([...unsent.values()].includes(true)) wanted.value = go;
  else go();
};

/** The address within the console that a click leads to in this window. */
const targetOf = (event: MouseEvent): string | undefined => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0)
    return undefined;
  const link = (event.target as Element).closest('a');
  const isElsewhere = !link || link.origin !== location.origin || link.target !== '' || link.download !== '';
  if (isElsewhere || !link.pathname.startsWith('/console')) return undefined;
  // A place on this screen, such as its content.
  if (link.getAttribute('href')?.startsWith('#') === true) return undefined;
  return link.pathname + link.search;
};

/** Asks before a change that is not saved is left behind, be it by a link or by closing the tab. */
export const LeavingQuestion = () => {
  const t = texts().leaving;
  const { route } = useLocation();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const target = targetOf(event);
      if (target === undefined || ![...unsent.values()].includes(true)) return;
      event.preventDefault();
      event.stopPropagation();
      leave(() => {
        route(target);
      });
    };
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (unsent.size > 0) event.preventDefault();
    };
    // Before the router sees the click.
    addEventListener('click', onClick, { capture: true });
    addEventListener('beforeunload', onUnload);
    return () => {
      removeEventListener('click', onClick, { capture: true });
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
  const stay = (): void => {
    wanted.value = undefined;
  };
  const go = wanted.value;
  if (!go) return null;
  return (
    <Modal label={t.title} onClose={stay}>
      <h2>{t.title}</h2>
      <p>{t.kept}</p>
      <p class="inline">
        <button type="button" class="primary" autofocus onClick={stay}>
          {t.stay}
        </button>
        <button
          type="button"
          onClick={() => {
            stay();
            go();
          }}
        >
          {t.leave}
        </button>
      </p>
    </Modal>
  );
};
