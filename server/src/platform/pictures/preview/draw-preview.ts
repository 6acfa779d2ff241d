/** Draws the picture that stands beside a shared link: the community, a title, and who says it. */
import sharp from 'sharp';
import { type Line, setLines, toDrawable } from './typeset.ts';

export type PreviewOrder = {
  community: string;
  /** `#rrggbb`; null for the product's own. */
  accent: string | null;
  /** The community's own logo as a picture, in base64; null for the product's mark. */
  logo: string | null;
  title: string;
  by: string;
};

export const PREVIEW_WIDTH = 1_200;
export const PREVIEW_HEIGHT = 630;
const MARGIN = 84;
const ROOM = PREVIEW_WIDTH - 2 * MARGIN;
/** The tokens of the light scheme. */
const PAPER = '#fcfaf6';
const INK = '#1b2030';
const MUTED = '#595e6c';
const LAMP = '#ef9f2e';
/** Sizes of the title with its leading, and the lines that fit in each. */
const TITLES = [
  { size: 84, leading: 94, lines: 2 },
  { size: 68, leading: 78, lines: 3 },
  { size: 54, leading: 64, lines: 4 },
];

const MARK = (lamp: string) => `<path d="M13.25 0h1.5v6h-1.5zM5 14.5a9 9 0 0 1 18 0z" fill="${INK}"/>
  <path d="M8.5 17h11l5 11h-21z" fill="${lamp}"/>`;

const place = ({ path }: Line, x: number, y: number, fill: string): string =>
  `<path transform="translate(${x} ${y})" d="${path}" fill="${fill}"/>`;

/** The largest size in which the whole title fits; the smallest one cuts. */
function drawTitle(title: string, top: number): string {
  const tries = TITLES.map((form) => ({ ...form, ...setLines(title, 'display', form.size, { ...form, width: ROOM }) }));
  const chosen = tries.find(({ cut }) => !cut) ?? tries.at(-1);
  if (!chosen) return '';
  return chosen.lines
    .map((line, at) => place(line, MARGIN, top + chosen.size * 0.78 + at * chosen.leading, INK))
    .join('');
}

const LOGO_SIZE = 64;

function draw({ community, accent, logo, title, by }: PreviewOrder): string {
  const colour = accent ?? LAMP;
  const name = toDrawable(community, 'display');
  const [said, author] = [toDrawable(title, 'display'), toDrawable(by, 'text')];
  const alone = said === '';
  // Without a title the community stands in the middle.
  const top = alone ? PREVIEW_HEIGHT / 2 - LOGO_SIZE / 2 : MARGIN;
  const mark =
    logo === null ? `<g transform="translate(${MARGIN} ${top}) scale(${LOGO_SIZE / 28})">${MARK(colour)}</g>` : '';
  const nameLine = setLines(name, 'display', alone ? 56 : 36, { width: ROOM - LOGO_SIZE - 24, lines: 1 }).lines[0];
  const authorLine = setLines(author, 'text', 34, { width: ROOM, lines: 1 }).lines[0];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}">
  <rect width="100%" height="100%" fill="${PAPER}"/><rect width="20" height="100%" fill="${colour}"/>${mark}
  ${nameLine ? place(nameLine, MARGIN + LOGO_SIZE + 20, top + LOGO_SIZE / 2 + (alone ? 18 : 12), INK) : ''}
  ${alone ? '' : drawTitle(said, 206)}
  ${authorLine && !alone ? place(authorLine, MARGIN, PREVIEW_HEIGHT - MARGIN, MUTED) : ''}</svg>`;
}

/** The logo in the square of the mark; a wide one is as wide as the square. */
async function fitLogo(logo: string, isAlone: boolean) {
  const input = await sharp(Buffer.from(logo, 'base64'), { limitInputPixels: 4_000_000 })
    .resize(LOGO_SIZE, LOGO_SIZE, { fit: 'contain', background: PAPER })
    .png()
    .toBuffer();
  return { input, left: MARGIN, top: isAlone ? PREVIEW_HEIGHT / 2 - LOGO_SIZE / 2 : MARGIN };
}

/** Returns the picture as PNG. */
export async function drawPreview(order: PreviewOrder): Promise<Buffer> {
  const alone = toDrawable(order.title, 'display') === '';
  const drawn = sharp(Buffer.from(draw(order)));
  const whole = order.logo === null ? drawn : drawn.composite([await fitLogo(order.logo, alone)]);
  return whole.png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer();
}
