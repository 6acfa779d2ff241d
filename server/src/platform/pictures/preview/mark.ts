/** What stands for the community in a drawn picture: its logo, or the product's mark in the community's accent. */
import sharp from 'sharp';

export const PAPER = '#fcfaf6';
export const LAMP = '#ef9f2e';

/** The square that it fills. */
export type Place = { size: number; left: number; top: number };

/** Returns the product's mark as SVG. */
export const drawMark = ({ size, left, top }: Place, ink: string, lamp: string): string =>
  `<g transform="translate(${left} ${top}) scale(${size / 28})">
  <path d="M13.25 0h1.5v6h-1.5zM5 14.5a9 9 0 0 1 18 0z" fill="${ink}"/>
  <path d="M8.5 17h11l5 11h-21z" fill="${lamp}"/></g>`;

/** Fits a logo, in base64, into the square; a wide one is as wide as the square. */
export async function fitLogo(logo: string, { size, left, top }: Place) {
  const input = await sharp(Buffer.from(logo, 'base64'), { limitInputPixels: 4_000_000 })
    .resize(size, size, { fit: 'contain', background: PAPER })
    .png()
    .toBuffer();
  return { input, left, top };
}
