/** Reads the text of a PDF that pdfkit has written, as a person would copy it. */
import { inflateSync } from 'node:zlib';

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /stream\n([\s\S]*)\nendstream/;
const FONT = /\/(F\d+) (\d+) 0 R/g;
const SHOWN = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;

type Objects = ReadonlyMap<string, string>;

function readStream(object = ''): string {
  const data = Buffer.from(STREAM.exec(object)?.[1] ?? '', 'latin1');
  return object.includes('/FlateDecode') ? inflateSync(data).toString('latin1') : data.toString('latin1');
}

const hexOf = (text: string): string[] => [...text.matchAll(/<([\da-f]*)>/gi)].map(([, hex = '']) => hex);

const toText = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** Returns the character of each glyph in a font, by the glyph's number in four hexadecimal digits. */
function readLetters(objects: Objects, font = ''): Map<string, string> {
  const letters = new Map<string, string>();
  const map = readStream(objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? ''));
  for (const [, first = '', list = ''] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, hex] of hexOf(list).entries()) {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(code, toText(hex));
    }
  }
  return letters;
}

/** Returns the pieces of text in drawing order. */
export function readPdf(file: Buffer): string[] {
  const objects = new Map([...file.toString('latin1').matchAll(OBJECT)].map(([, id = '', body = '']) => [id, body]));
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values()) {
    if (!body.includes('/Font <<')) continue;
    for (const [, name = '', id = ''] of body.matchAll(FONT)) fonts.set(name, readLetters(objects, objects.get(id)));
  }
  const pieces: string[] = [];
  for (const body of objects.values()) {
    if (!STREAM.test(body)) continue;
    let letters = new Map<string, string>();
    for (const [, font, shown] of readStream(body).matchAll(SHOWN)) {
      if (font) letters = fonts.get(font) ?? letters;
      const codes =
        hexOf(shown ?? '')
          .join('')
          .match(/.{4}/g) ?? [];
      if (shown) pieces.push(codes.map((code) => letters.get(code.toLowerCase()) ?? '\u{FFFD}').join(''));
    }
  }
  return pieces;
}
