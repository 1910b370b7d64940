/** The part of the package that is used here; it has no types. */
declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Readonly<Record<string, { min: number; max: number; default: number }>>;
      keepFeatures: readonly string[];
    },
  ) => Promise<Buffer>;
  export default subsetFont;
}
