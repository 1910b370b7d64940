import './score-gauge.css';

interface ScoreGaugeProps {
  /** 0 to 100; null where nothing could be judged. */
  score: number | null;
  result: 'good' | 'decent' | 'bad' | null;
  size?: 'large' | 'huge';
  /** Says it in words, where no text beside it does. */
  label?: string;
}

/** A ring that is filled by a score, in the colour of its result, with the number in it. */
export const ScoreGauge = ({ score, result, size, label }: ScoreGaugeProps) => (
  <span
    class={`gauge ${result ?? ''} ${size ?? ''}`}
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
  >
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="19" />
      <circle
        class="filled"
        cx="22"
        cy="22"
        r="19"
        pathLength="100"
        stroke-dasharray={score === 100 ? undefined : `${score ?? 0} 100`}
      />
    </svg>
    <strong>{score ?? '–'}</strong>
  </span>
);
