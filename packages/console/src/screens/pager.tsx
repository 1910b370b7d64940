import { texts } from '../i18n/language.ts';

interface PagerProps {
  meta: { current_page: number; last_page: number; total: number } | undefined;
  onPage: (page: number) => void;
}

/** Steps through a numbered list. */
export const Pager = ({ meta, onPage }: PagerProps) => {
  if (!meta || meta.last_page < 2) return null;
  const { current_page: current, last_page: last } = meta;
  return (
    <p class="pager">
      <button
        type="button"
        disabled={current <= 1}
        aria-label={texts().previousPage}
        onClick={() => {
          onPage(current - 1);
        }}
      >
        ←
      </button>
      <span>
        {current} / {last}
      </span>
      <button
        type="button"
        disabled={current >= last}
        aria-label={texts().nextPage}
        onClick={() => {
          onPage(current + 1);
        }}
      >
        →
      </button>
    </p>
  );
};
