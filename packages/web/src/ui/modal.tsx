import './modal.css';

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** There is no place above the page until a script makes one. */
const IN_PAGE = typeof document === 'undefined' ? { open: true } : {};

interface ModalProps {
  label: string;
  class?: string;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent & { currentTarget: HTMLDialogElement }) => void;
  children: ComponentChildren;
}

/**
 * A dialog over the screen, for as long as it is rendered. Escape gives the focus back and ends it at
 * once: the browser tells of the end a moment later, and what opens it again meanwhile would be lost.
 */
export const Modal = ({ label, class: name, onClose, onKeyDown, children }: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anything else that is typed arrives.
  useLayoutEffect(() => {
    // A server's page shows it without a script, as a part of the page.
    dialog.current?.removeAttribute('open');
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      {...IN_PAGE}
      aria-label={label}
      onCancel={() => {
        dialog.current?.close();
        onClose();
      }}
      onClose={() => {
        // By now it may be gone, and another one be there.
        if (dialog.current) onClose();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </dialog>
  );
};
