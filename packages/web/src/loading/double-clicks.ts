/**
 * Keeps the second click of a double click from buttons that send something: what the first one did may
 * be done by then, and it would be done once more. Buttons that aren't of a form say `data-once`.
 */
export const ignoreDoubleClicks = (): void => {
  addEventListener(
    'click',
    (event) => {
      if (event.detail < 2) return;
      const button = (event.target as Element).closest('button');
      const isSending = button?.dataset['once'] !== undefined || (button?.form && button.type === 'submit');
      if (!isSending) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
};
