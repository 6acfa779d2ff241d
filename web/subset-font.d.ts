declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; variationAxes: Record<string, number> };
  /** Returns a font with only these characters, at these positions on its axes. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
