/** As much of the package as is used; its own types need those of browsers. */
declare module 'opentype.js' {
  export type Font = {
    /** 0 for a letter that the font does not have. */
    charToGlyphIndex(letter: string): number;
    getPath(text: string, x: number, y: number, size: number): { toPathData(decimals: number): string };
    getAdvanceWidth(text: string, size: number): number;
  };

  export function parse(bytes: ArrayBuffer): Font;
}
