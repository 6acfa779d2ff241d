/** Draws the picture shown with a shared link: the community, a title, and its author. */
import sharp from 'sharp';
import { drawMark, fitLogo, LAMP, PAPER, type Place } from './mark.ts';
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

const PREVIEW_WIDTH = 1_200;
const PREVIEW_HEIGHT = 630;
const MARGIN = 84;
const ROOM = PREVIEW_WIDTH - 2 * MARGIN;
/** The colors of the light scheme. */
const INK = '#1b2030';
const MUTED = '#595e6c';
/** Sizes of the title with their leading, and the number of lines that fit. */
const TITLES = [
  { size: 84, leading: 94, lines: 2 },
  { size: 68, leading: 78, lines: 3 },
  { size: 54, leading: 64, lines: 4 },
];

const drawLine = ({ path }: Line, x: number, y: number, fill: string): string =>
  `<path transform="translate(${x} ${y})" d="${path}" fill="${fill}"/>`;

/** Draws the title in the largest size in which it fits; in the smallest one it is cut. */
function drawTitle(title: string, top: number): string {
  const tries = TITLES.map((form) => ({ ...form, ...setLines(title, 'display', form.size, { ...form, width: ROOM }) }));
  const chosen = tries.find(({ cut }) => !cut) ?? tries.at(-1);
  if (!chosen) return '';
  return chosen.lines
    .map((line, at) => drawLine(line, MARGIN, top + chosen.size * 0.78 + at * chosen.leading, INK))
    .join('');
}

const small: Place = { size: 64, left: MARGIN, top: MARGIN };
/** In the middle, above the name, or alone if the name cannot be drawn either. */
const large = (hasName: boolean): Place => ({
  size: 176,
  left: (PREVIEW_WIDTH - 176) / 2,
  top: hasName ? 152 : (PREVIEW_HEIGHT - 176) / 2,
});

type Drawing = { shapes: string; mark: Place };

/** Draws the community, a title below it, and the author. */
function drawTitled(name: string, title: string, by: string): Drawing {
  const [nameLine] = setLines(name, 'display', 36, { width: ROOM - small.size - 20, lines: 1 }).lines;
  const [author] = setLines(by, 'text', 34, { width: ROOM, lines: 1 }).lines;
  const shapes = [
    nameLine && drawLine(nameLine, MARGIN + small.size + 20, MARGIN + small.size / 2 + 12, INK),
    drawTitle(title, 206),
    author && drawLine(author, MARGIN, PREVIEW_HEIGHT - MARGIN, MUTED),
  ];
  return { shapes: shapes.filter(Boolean).join(''), mark: small };
}

/** Draws the community alone. */
function drawCommunity(name: string): Drawing {
  const [line] = setLines(name, 'display', 84, { width: ROOM, lines: 1 }).lines;
  const shapes = line ? drawLine(line, (PREVIEW_WIDTH - line.width) / 2, 448, INK) : '';
  return { shapes, mark: large(line !== undefined) };
}

function draw({ community, title, by }: PreviewOrder): Drawing {
  const name = toDrawable(community, 'display');
  const drawableTitle = toDrawable(title, 'display');
  return drawableTitle === '' ? drawCommunity(name) : drawTitled(name, drawableTitle, toDrawable(by, 'text'));
}

/** Returns the picture as PNG. */
export async function drawPreview(order: PreviewOrder): Promise<Buffer> {
  const { shapes, mark } = draw(order);
  const { logo, accent } = order;
  const colour = accent ?? LAMP;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}">
  <rect width="100%" height="100%" fill="${PAPER}"/><rect width="20" height="100%" fill="${colour}"/>
  ${logo === null ? drawMark(mark, INK, colour) : ''}${shapes}</svg>`;
  const drawn = sharp(Buffer.from(svg));
  const whole = logo === null ? drawn : drawn.composite([await fitLogo(logo, mark)]);
  return whole.png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer();
}
