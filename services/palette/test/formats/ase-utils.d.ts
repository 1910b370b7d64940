declare module 'ase-utils' {
  interface AseColor {
    name: string;
    model: string;
    /** Components, 0–1. */
    color: number[];
  }
  const ase: {
    decode(file: Buffer): { version: string; groups: { name: string; colors: AseColor[] }[] };
  };
  export default ase;
}
