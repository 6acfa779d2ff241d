/** Draws the community's icon as an installed app: its logo, or the product's mark in the community's accent. */
import sharp from 'sharp';

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
const PAPER = '#fcfaf6';
const INK = '#f4efe6';
const LAMP = '#ef9f2e';
/** Shares of the icon's size: its drawing, and its corner radius. */
const SHARES = { plain: 0.75, maskable: 0.56, corner: 0.22 };

const mark = (lamp: string): string =>
  `<path d="M13.25 0h1.5v6h-1.5zM5 14.5a9 9 0 0 1 18 0z" fill="${INK}"/>
  <path d="M8.5 17h11l5 11h-21z" fill="${lamp}"/>`;

/** Returns the icon as PNG. */
export async function drawIcon({ size, shape, accent, logo }: IconOrder): Promise<Buffer> {
  const drawn = Math.round(size * (shape === 'maskable' ? SHARES.maskable : SHARES.plain));
  const edge = Math.round((size - drawn) / 2);
  const corner = shape === 'rounded' ? size * SHARES.corner : 0;
  const builtIn = `<g transform="translate(${edge} ${edge}) scale(${drawn / 28})">${mark(accent ?? LAMP)}</g>`;
  const ground = sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
  <rect width="100%" height="100%" rx="${corner}" fill="${logo === null ? NIGHT : PAPER}"/>
  ${logo === null ? builtIn : ''}</svg>`),
  );
  if (logo === null) return ground.png().toBuffer();
  const input = await sharp(Buffer.from(logo, 'base64'), { limitInputPixels: 4_000_000 })
    .resize(drawn, drawn, { fit: 'contain', background: PAPER })
    .png()
    .toBuffer();
  return ground
    .composite([{ input, left: edge, top: edge }])
    .png()
    .toBuffer();
}
