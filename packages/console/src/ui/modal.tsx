import './modal.css';

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

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
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
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
