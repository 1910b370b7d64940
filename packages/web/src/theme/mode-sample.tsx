import './mode-sample.css';

import { themeTexts } from '../i18n/theme.ts';

const ALERTS = ['success', 'warning', 'error', 'info'] as const;

/** A sentence with a link in it. */
const Linked = ({ text: [before, link, after], mode }: { text: readonly string[]; mode: string }) => (
  <p>
    {before}
    <a href={`#${mode}`}>{link}</a>
    {after}
  </p>
);

/** The parts of a website, painted with the roles of the mode around them. */
export const ModeSample = ({ mode }: { mode: string }) => {
  const t = themeTexts();
  return (
    <div class="mode-sample">
      <div class="stack">
        <Linked text={t.text} mode={mode} />
        <p class="muted">{t.muted}</p>
      </div>
      <div class="row">
        {(['primary', 'secondary', 'tertiary'] as const).map((role) => (
          <button key={role} class={`t-button ${role}`} type="button">
            {t[role]}
          </button>
        ))}
        <button class="t-button error" type="button">
          {t.delete}
        </button>
        <button class="t-button outline" type="button">
          {t.cancel}
        </button>
        <button class="t-button outline focused" type="button">
          {t.focused}
        </button>
      </div>
      <div class="row">
        {(['primary', 'secondary', 'tertiary', 'neutral'] as const).map((role) => (
          <span key={role} class={`t-chip ${role}`}>
            {t[role]}
          </span>
        ))}
      </div>
      <div class="t-card">
        <h3>{t.card}</h3>
        <Linked text={t.onCard} mode={mode} />
        <label for={`field-${mode}`}>{t.email}</label>
        <input id={`field-${mode}`} type="email" placeholder={t.emailExample} autocomplete="off" />
        <div class="row">
          <button class="t-button primary" type="button">
            {t.subscribe}
          </button>
        </div>
      </div>
      <div class="stack">
        {ALERTS.map((kind) => (
          <div key={kind} class={`t-alert ${kind}`}>
            <strong>{t.alerts[kind][0]}</strong>
            <span>{t.alerts[kind][1]}</span>
          </div>
        ))}
      </div>
    </div>
  );
};
