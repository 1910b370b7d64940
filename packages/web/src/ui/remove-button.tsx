import { texts } from '../i18n/language.ts';

/** Deletes the record of its row, whose name is told to those who can't see the row. */
export const RemoveButton = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button type="button" aria-label={`${texts().remove}: ${name}`} onClick={onRemove}>
    {texts().remove}
  </button>
);
