/** CSS Color 4, §7.1; hue in degrees, the rest 0–1. */
export const hsl = (hue: number, saturation: number, lightness: number): [number, number, number] => {
  const channel = (n: number): number => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return (
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    );
  };
  return [channel(0), channel(8), channel(4)];
};
