declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; variationAxes: Record<string, number> };
  /** Returns a font that has these characters only, at these points of its axes. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
