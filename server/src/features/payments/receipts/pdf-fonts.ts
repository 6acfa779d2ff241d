/**
 * The fonts of PDFs, and which of them has each letter. DejaVu covers the scripts of Europe and the Middle East. Those
 * of East Asia are in larger files, which are read only for texts that need them. A letter that no font has is written
 * as a question mark, which is clearer than an empty box.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

const packages = createRequire(import.meta.url);
/** The package exports no paths of its files. */
const NOTO_FOLDER = '../fonts';
const noto = (weight: string): string =>
  path.join(path.dirname(packages.resolve('@embedpdf/fonts-sc')), NOTO_FOLDER, `NotoSansHans-${weight}.otf`);
const nanum = (file: string): string => packages.resolve(`@expo-google-fonts/nanum-gothic/${file}.ttf`);

type Face = { regular: () => string; bold: () => string };

const dejaVu: Face = {
  regular: () => packages.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: () => packages.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
/** Chinese (simplified and traditional) with Japanese, then Korean. */
const others: readonly Face[] = [
  { regular: () => noto('Regular'), bold: () => noto('Bold') },
  {
    regular: () => nanum('400Regular/NanumGothic_400Regular'),
    bold: () => nanum('700Bold/NanumGothic_700Bold'),
  },
];

/** A piece of text in one font. */
export type Run = { text: string; face: Face };
export type Fonts = {
  /** Splits a text into pieces of one font each. */
  runsOf: (text: string) => Run[];
  /** The font whose baseline the others share. */
  main: Face;
  /** Whether every letter can be drawn. */
  complete: boolean;
};

const MISSING = '?';
const UNSEEN = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u;

/** Returns those of the `wanted` letters that a font has. */
async function findLetters(face: Face, wanted: readonly string[]): Promise<Set<string>> {
  const { open } = await import('fontkit');
  const font = await open(face.regular());
  // A font collection; none of the fonts here is one.
  if (!('hasGlyphForCodePoint' in font)) return new Set();
  return new Set(wanted.filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)));
}

/** Returns the fonts that these texts need. */
export async function loadFonts(texts: string): Promise<Fonts> {
  let left = [...new Set(texts)].filter((letter) => !/\s/.test(letter));
  const faceOf = new Map<string, Face>();
  for (const face of [dejaVu, ...others]) {
    if (left.length === 0) break;
    const found = await findLetters(face, left);
    for (const letter of found) faceOf.set(letter, face);
    left = left.filter((letter) => !found.has(letter));
  }
  const missing = new Set(left);
  const drawn = (letter: string): string => {
    if (!missing.has(letter)) return letter;
    return UNSEEN.test(letter) ? '' : MISSING;
  };
  return {
    main: dejaVu,
    complete: left.every((letter) => UNSEEN.test(letter)),
    runsOf: (text) => {
      const runs: Run[] = [];
      for (const letter of text) {
        const face = faceOf.get(letter) ?? dejaVu;
        const last = runs.at(-1);
        if (last?.face === face) last.text += drawn(letter);
        else runs.push({ text: drawn(letter), face });
      }
      return runs;
    },
  };
}
