/** Images and files for tests, built in code. */
import sharp from 'sharp';

type JpegOptions = {
  /** The EXIF value. */
  orientation?: number;
  /** Adds a GPS position. */
  gps?: boolean;
  /** Every pixel differs from the next, which makes a large file that takes long to process. */
  grainy?: boolean;
};

/** Returns the bytes of three channels: a gradient from the first corner to the last, or noise. */
function drawPixels(width: number, height: number, grainy: boolean): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index++)
    pixels[index] = grainy ? (index * 7) % 251 : (250 * index) / pixels.length;
  return pixels;
}

/** Returns a JPEG of a grey gradient, or of noise. */
export async function buildJpeg(width: number, height: number, more: JpegOptions = {}): Promise<Buffer> {
  const pixels = drawPixels(width, height, more.grainy ?? false);
  const image = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg();
  const gps = more.gps ? { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' } } : {};
  return image
    .withMetadata({ orientation: more.orientation ?? 1, exif: { IFD0: { Make: 'Lamp' }, ...gps } })
    .toBuffer();
}

export const buildPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 120, b: 40, alpha: 0.5 } } })
    .png()
    .toBuffer();

/** Returns an animated PNG of one frame. */
export async function buildApng(width: number, height: number): Promise<Buffer> {
  const { crc32 } = await import('node:zlib');
  const png = await buildPng(width, height);
  const chunk = (content: Buffer): Buffer => {
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length - 4, 0);
    ends.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
  };
  const control = Buffer.from('acTL\0\0\0\x01\0\0\0\0', 'latin1');
  const frame = Buffer.alloc(30);
  frame.write('fcTL');
  frame.writeUInt32BE(width, 8);
  frame.writeUInt32BE(height, 12);
  // After the signature and the header.
  return Buffer.concat([png.subarray(0, 33), chunk(control), chunk(frame), png.subarray(33)]);
}

/** Returns the header of a PNG that claims to be 50,000 pixels wide and high. */
export async function buildPixelBomb(): Promise<Buffer> {
  const png = await buildPng(1, 1);
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  const { crc32 } = await import('node:zlib');
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return bomb;
}

/** Returns a form with these fields and files. */
export function buildForm(
  fields: Record<string, string>,
  files: { field: string; name: string; bytes: Buffer }[] = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { field, name, bytes } of files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}
