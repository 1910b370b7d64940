/** The package ships no types, and those of DefinitelyTyped lack `maxPrescanBytes`. */
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    readonly transportLayerEncodingLabel?: string;
    readonly defaultEncoding?: string | null;
    readonly maxPrescanBytes?: number;
  }
  const sniffHtmlEncoding: (bytes: Uint8Array, options?: SniffOptions) => string | null;
  export default sniffHtmlEncoding;
}
