/** As much of the package as is used; its own types need those of browsers. */
declare module 'opentype.js' {
  /** A step of an outline; which coordinates it has depends on its type, a letter of SVG. */
  export type Step = Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>> & { type: string };
  export type Glyph = {
    advanceWidth: number;
    getPath(x: number, y: number, size: number): { commands: Step[] };
  };

  export type Font = {
    /** 0 for a letter that the font does not have. */
    charToGlyphIndex(letter: string): number;
    charToGlyph(letter: string): Glyph;
    /** In units of the font. */
    getKerningValue(left: Glyph, right: Glyph): number;
    unitsPerEm: number;
  };

  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}
