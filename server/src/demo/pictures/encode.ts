/** Drawings become files in the sizes, formats and names of an uploaded picture. */
import type { ImageFolder } from '@afterhours/contract/uploads';
import { variantsOf } from '#features/uploads/image-sizes.ts';

export type EncodedFile = { suffix: string; extension: 'jpg' | 'webp'; contentType: string; data: Buffer };
export type EncodedImage = {
  width: number;
  height: number;
  placeholder: string;
  bytes: number;
  files: EncodedFile[];
  alt: string;
};

const PLACEHOLDER_WIDTH = 20;

/** Renders an SVG that this program has drawn; nothing from outside may come here. */
export async function encodeDrawing(svg: string, folder: ImageFolder, alt: string): Promise<EncodedImage> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg)).flatten().raw().toBuffer({ resolveWithObject: true });
  const drawn = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const files: EncodedFile[] = [];
  for (const { suffix, width } of variantsOf(folder, info.width)) {
    const sized = width === info.width ? drawn() : drawn().resize({ width });
    // Flat drawings lose nothing by the quick settings.
    files.push(
      {
        suffix,
        extension: 'webp',
        contentType: 'image/webp',
        data: await sized.clone().webp({ quality: 80, effort: 1 }).toBuffer(),
      },
      {
        suffix,
        extension: 'jpg',
        contentType: 'image/jpeg',
        data: await sized.clone().jpeg({ quality: 80 }).toBuffer(),
      },
    );
  }
  const tiny = await drawn().resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 30, effort: 1 }).toBuffer();
  return {
    width: info.width,
    height: info.height,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    bytes: files.reduce((sum, file) => sum + file.data.length, 0),
    files,
    alt,
  };
}
