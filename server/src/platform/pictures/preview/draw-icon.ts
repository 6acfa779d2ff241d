/** Draws the community's icon as an installed app: its logo, or the product's mark in the community's accent. */
import sharp from 'sharp';
import { drawMark, fitLogo, LAMP, PAPER } from './mark.ts';

export type IconOrder = {
  /** Width and height in pixels. */
  size: number;
  /** Devices cut any shape out of a maskable icon: everything that matters is in the middle. */
  shape: 'rounded' | 'square' | 'maskable';
  accent: string | null;
  /** The community's own logo as a picture, in base64; null for the product's mark. */
  logo: string | null;
};

const NIGHT = '#171b27';
const INK = '#f4efe6';
/** Shares of the icon's size: its drawing, and its corner radius. */
const SHARES = { plain: 0.75, maskable: 0.56, corner: 0.22 };

/** Returns the icon as PNG. */
export async function drawIcon({ size, shape, accent, logo }: IconOrder): Promise<Buffer> {
  const drawn = Math.round(size * (shape === 'maskable' ? SHARES.maskable : SHARES.plain));
  const edge = Math.round((size - drawn) / 2);
  const corner = shape === 'rounded' ? size * SHARES.corner : 0;
  const place = { size: drawn, left: edge, top: edge };
  const ground = sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
  <rect width="100%" height="100%" rx="${corner}" fill="${logo === null ? NIGHT : PAPER}"/>
  ${logo === null ? drawMark(place, INK, accent ?? LAMP) : ''}</svg>`),
  );
  const whole = logo === null ? ground : ground.composite([await fitLogo(logo, place)]);
  return whole.png().toBuffer();
}
