import './theme-modes.css';
import '../palette/contrast-table.css';
import './mode-sample.css';
import '../ui/table.css';
import './role-table.css';

import type { PageRole } from '@platform/pages/palette-contract';

import { formatRatio } from '../i18n/format.ts';
import { paletteTexts } from '../i18n/palette.ts';
import { modeTitle, themeTexts } from '../i18n/theme.ts';
import { Choice } from '../palette/choice.tsx';
import { copyText } from '../palette/copying.tsx';

/** The roles of a theme in a mode. */
export type Mode = Readonly<Record<string, PageRole>>;

/** The colour of a role as CSS writes it: with its opacity, if it has one. */
export const colorOf = ({ hex, alpha }: Pick<PageRole, 'hex' | 'alpha'>): string =>
  alpha === 1
    ? hex
    : `${hex}${Math.round(alpha * 255)
        .toString(16)
        .padStart(2, '0')}`;

/** True for a dark colour, by the sum of its channels as eyes weigh them. */
const isDark = (hex: string): boolean => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
};

/** A mode's roles as variables of CSS, and the colour scheme that it is for. */
const paintOf = (mode: Mode): Record<string, string> => ({
  colorScheme: isDark(mode['background']?.hex ?? '#ffffff') ? 'dark' : 'light',
  ...Object.fromEntries(Object.entries(mode).map(([role, color]) => [`--${role}`, colorOf(color)])),
});

const hexOf = (mode: Mode, role: string): string | undefined => mode[role]?.hex;

/** The roles in use, in small: a surface, a text, a button. */
const Sample = () => {
  const t = themeTexts();
  return (
    <div class="sample" aria-hidden="true">
      <p>{t.text.join('')}</p>
      <p class="on-surface">{t.surface}</p>
      <span class="on-primary">{t.primary}</span> <span class="on-error">{t.error}</span>
    </div>
  );
};

/** Colours of one meaning, which a theme has with a container and as text. */
const FAMILIES = ['primary', 'secondary', 'tertiary', 'success', 'warning', 'error', 'info'] as const;
/** The surface below everything else. */
const GROUNDS = ['background', 'surface', 'surface-variant'] as const;

interface RoleSampleProps {
  mode: Mode;
  role: string;
  /** The roles of the text and of what is behind it. */
  front: string;
  back: string;
}

/** A role as it is used: in front of the role that is meant for it, or behind. */
const RoleSample = ({ mode, role, front, back }: RoleSampleProps) => {
  const hex = hexOf(mode, role);
  if (hex === undefined) return <span />;
  return (
    <span
      class="aa"
      role="img"
      title={`${role} ${hex}`}
      aria-label={`${role} ${hex}`}
      style={{ color: hexOf(mode, front), backgroundColor: hexOf(mode, back) }}
    />
  );
};

/** The roles of a mode: each family as a ground, as a container and as text. */
const Roles = ({ mode }: { mode: Mode }) => (
  <ul class="roles">
    <li>
      <span class="quiet">{themeTexts().grounds}</span>
      {GROUNDS.map((role) => (
        <RoleSample key={role} mode={mode} role={role} front={`on-${role}`} back={role} />
      ))}
    </li>
    {FAMILIES.filter((family) => hexOf(mode, family) !== undefined).map((family) => (
      <li key={family}>
        <code class="quiet">{family}</code>
        <RoleSample mode={mode} role={family} front={`on-${family}`} back={family} />
        <RoleSample
          mode={mode}
          role={`${family}-container`}
          front={`on-${family}-container`}
          back={`${family}-container`}
        />
        <RoleSample mode={mode} role={`${family}-text`} front={`${family}-text`} back="background" />
      </li>
    ))}
  </ul>
);

type Modes = Readonly<Record<string, Mode>>;

/** The modes of a theme in small, with those that its tokens bring: each with a sample and its roles. */
export const ThemeModes = ({ modes }: { modes: Modes }) => (
  <div class="modes">
    {Object.entries(modes).map(([name, mode]) => (
      <section key={name} aria-label={modeTitle(name)}>
        <h2 class="small">{modeTitle(name)}</h2>
        <div style={paintOf(mode)}>
          <Sample />
        </div>
        <Roles mode={mode} />
      </section>
    ))}
  </div>
);

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
const ModeSample = ({ mode }: { mode: string }) => {
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

/** Every role of a mode, with its colour, what it is meant to be on, and its contrast there. */
const RoleTable = ({ name, mode }: { name: string; mode: Mode }) => {
  const t = themeTexts();
  const roles = Object.entries(mode);
  return (
    <details class="role-table">
      <summary>{t.allRoles(roles.length)}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={t.rolesIn(modeTitle(name))}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.role}</th>
              <th scope="col">{t.hex}</th>
              <th scope="col">{t.on}</th>
              <th scope="col">{t.ratio}</th>
            </tr>
          </thead>
          <tbody lang="en">
            {roles.map(([role, color]) => (
              <tr key={role}>
                <th scope="row">
                  <span class="role-swatch" style={{ backgroundColor: `var(--${role})` }} /> {role}
                </th>
                <td>
                  <button
                    type="button"
                    aria-label={paletteTexts().copyOf(colorOf(color))}
                    onClick={() => {
                      void copyText(colorOf(color), colorOf(color));
                    }}
                  >
                    {colorOf(color)}
                  </button>
                </td>
                <td>{color.on ?? '–'}</td>
                <td>{color.ratio === null ? '–' : formatRatio(color.ratio)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};

/** The mode that an address names; all of them otherwise. */
export const readMode = (modes: Modes, text: string | null | undefined): string =>
  text && Object.hasOwn(modes, text) ? text : '';

interface ThemePreviewProps {
  readonly modes: Modes;
  /** The mode that is shown; all if empty. */
  readonly chosen: string;
  readonly hrefOf: (mode: string) => string;
  readonly onMode: (mode: string) => void;
}

/** A theme on the parts of a website, in one mode or in all of them beside each other. */
export const ThemePreview = ({ modes, chosen, hrefOf, onMode }: ThemePreviewProps) => {
  const names = Object.keys(modes);
  return (
    <>
      {names.length > 1 && (
        <div class="modes-choice">
          <Choice
            label={themeTexts().modesLabel}
            options={['', ...names].map((name) => [name, name === '' ? themeTexts().all : modeTitle(name)])}
            chosen={chosen}
            hrefOf={hrefOf}
            onChoose={onMode}
          />
        </div>
      )}
      <div class="whole-modes">
        {Object.entries(modes)
          .filter(([name]) => chosen === '' || name === chosen)
          .map(([name, mode]) => {
            const id = name.replaceAll('_', '-');
            return (
              <section key={name} class="mode" id={id} aria-labelledby={`title-${id}`} style={paintOf(mode)}>
                <h2 id={`title-${id}`}>{modeTitle(name)}</h2>
                <ModeSample mode={id} />
                <RoleTable name={name} mode={mode} />
              </section>
            );
          })}
      </div>
    </>
  );
};
