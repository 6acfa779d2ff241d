/** Converts drawings to files with the sizes, formats and names that an uploaded picture has. */
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { variantsOf } from '@afterhours/server/platform/pictures/image-sizes.ts';
import sharp from 'sharp';

type EncodedFile = { suffix: string; contentType: string; path: string; bytes: number };
export type EncodedImage = {
  width: number;
  height: number;
  placeholder: string;
  bytes: number;
  files: EncodedFile[];
  alt: string;
};

const PLACEHOLDER_WIDTH = 20;

/** Renders an SVG into files whose paths begin with `file`. Only for SVGs drawn here: it does not check them. */
export async function encodeDrawing(
  svg: string,
  folder: ImageFolder,
  alt: string,
  file: string,
): Promise<EncodedImage> {
  const { data, info } = await sharp(Buffer.from(svg)).flatten().raw().toBuffer({ resolveWithObject: true });
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const files: EncodedFile[] = [];
  for (const { suffix, width } of variantsOf(folder, info.width)) {
    const sized = width === info.width ? open() : open().resize({ width });
    // The fast settings are good enough for flat drawings.
    const kinds = [
      { ending: 'webp', contentType: 'image/webp', encoder: sized.clone().webp({ quality: 80, effort: 1 }) },
      { ending: 'jpg', contentType: 'image/jpeg', encoder: sized.clone().jpeg({ quality: 80 }) },
    ];
    for (const { ending, contentType, encoder } of kinds) {
      const path = `${file}${suffix}.${ending}`;
      const { size } = await encoder.toFile(path);
      files.push({ suffix: `${suffix}.${ending}`, contentType, path, bytes: size });
    }
  }
  const tiny = await open().resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 30, effort: 1 }).toBuffer();
  return {
    width: info.width,
    height: info.height,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files,
    alt,
  };
}
