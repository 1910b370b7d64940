interface Swatch {
  hex: string;
  name: string;
  on_color: string;
}

/** The colours of a palette side by side, each with its value. */
export const Swatches = ({ colors }: { colors: readonly Swatch[] }) => (
  <ul class="swatches">
    {colors.map(({ hex, name, on_color: on }, index) => (
      <li key={index} title={name} style={{ backgroundColor: hex, color: on }}>
        {hex}
      </li>
    ))}
  </ul>
);
