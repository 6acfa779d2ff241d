import type { Random } from '../random.ts';
import { circle, ellipse, gradient, lamp, type Palette, path, pickPalette, rect, round } from './palette.ts';
import type { Drawing } from './scenes.ts';

const WIDTH = 960;

type Thing = { name: string; draw(x: number, floor: number, size: number, fill: string, palette: Palette): string };

const things: readonly Thing[] = [
  {
    name: 'a vase',
    draw: (x, floor, s, fill, palette) =>
      path(
        `M${x - s * 0.16} ${floor - s} L${x + s * 0.16} ${floor - s} C${x + s * 0.1} ${floor - s * 0.72} ` +
          `${x + s * 0.42} ${floor - s * 0.6} ${x + s * 0.36} ${floor - s * 0.24} C${x + s * 0.32} ${floor} ` +
          `${x + s * 0.2} ${floor} ${x} ${floor} C${x - s * 0.2} ${floor} ${x - s * 0.32} ${floor} ` +
          `${x - s * 0.36} ${floor - s * 0.24} C${x - s * 0.42} ${floor - s * 0.6} ${x - s * 0.1} ` +
          `${floor - s * 0.72} ${x - s * 0.16} ${floor - s} Z`,
        fill,
      ) + ellipse(x, floor - s, s * 0.16, s * 0.04, palette.deep),
  },
  {
    name: 'a mug',
    draw: (x, floor, s, fill, palette) =>
      `<path d="M${x + s * 0.3} ${floor - s * 0.48} C${x + s * 0.58} ${floor - s * 0.5} ${x + s * 0.58}
        ${floor - s * 0.12} ${x + s * 0.28} ${floor - s * 0.14}" fill="none" stroke="${fill}"
          stroke-width="${round(s * 0.08)}"/>` +
      path(
        `M${x - s * 0.34} ${floor - s * 0.6} L${x + s * 0.34} ${floor - s * 0.6} L${x + s * 0.3} ` +
          `${floor - s * 0.06} Q${x} ${floor + s * 0.04} ${x - s * 0.3} ${floor - s * 0.06} Z`,
        fill,
      ) +
      ellipse(x, floor - s * 0.6, s * 0.34, s * 0.07, palette.deep) +
      path(
        `M${x - s * 0.33} ${floor - s * 0.48} L${x + s * 0.33} ${floor - s * 0.48} L${x + s * 0.32} ` +
          `${floor - s * 0.38} L${x - s * 0.32} ${floor - s * 0.38} Z`,
        palette.ground,
        'opacity="0.5"',
      ),
  },
  {
    name: 'a candle',
    draw: (x, floor, s, fill, palette) =>
      circle(x, floor - s * 0.98, s * 0.42, lamp, 'opacity="0.16"') +
      rect(x - s * 0.17, floor - s * 0.72, s * 0.34, s * 0.72, fill, `rx="${round(s * 0.03)}"`) +
      ellipse(x, floor - s * 0.72, s * 0.17, s * 0.045, palette.ground) +
      rect(x - 2, floor - s * 0.82, 4, s * 0.1, palette.deep) +
      path(
        `M${x} ${floor - s * 1.08} C${x + s * 0.1} ${floor - s * 0.94} ${x + s * 0.05} ${floor - s * 0.8} ${x} ` +
          `${floor - s * 0.8} C${x - s * 0.05} ${floor - s * 0.8} ${x - s * 0.1} ${floor - s * 0.94} ${x} ` +
          `${floor - s * 1.08} Z`,
        lamp,
      ),
  },
  {
    name: 'a bowl of fruit',
    draw: (x, floor, s, fill, palette) =>
      circle(x - s * 0.2, floor - s * 0.42, s * 0.17, palette.second) +
      circle(x + s * 0.18, floor - s * 0.44, s * 0.18, lamp) +
      circle(x, floor - s * 0.52, s * 0.17, palette.main) +
      path(
        `M${x - s * 0.5} ${floor - s * 0.38} L${x + s * 0.5} ${floor - s * 0.38} C${x + s * 0.44} ` +
          `${floor - s * 0.08} ${x + s * 0.2} ${floor} ${x} ${floor} C${x - s * 0.2} ${floor} ${x - s * 0.44} ` +
          `${floor - s * 0.08} ${x - s * 0.5} ${floor - s * 0.38} Z`,
        fill,
      ),
  },
  {
    name: 'a plant',
    draw: (x, floor, s, fill, palette) =>
      [-52, -26, 0, 26, 52]
        .map(
          (turn) =>
            `<g transform="rotate(${turn} ${round(x)}
              ${round(floor - s * 0.36)})">${ellipse(x, floor - s * 0.78, s * 0.09, s * 0.36, palette.second)}</g>`,
        )
        .join('') +
      path(
        `M${x - s * 0.26} ${floor - s * 0.4} L${x + s * 0.26} ${floor - s * 0.4} L${x + s * 0.19} ${floor} ` +
          `L${x - s * 0.19} ${floor} Z`,
        fill,
      ),
  },
  {
    name: 'a stack of books',
    draw: (x, floor, s, fill, palette) =>
      [fill, palette.second, palette.soft, palette.deep]
        .map((color, book) =>
          rect(x - s * (0.4 - (book % 2) * 0.06), floor - s * 0.13 * (book + 1), s * 0.78, s * 0.12, color, 'rx="3"'),
        )
        .join(''),
  },
];

/** Draws things on a table in front of a wall, as in a shop's product picture. */
export function drawStillLife(random: Random): Drawing {
  const height = random.pick([720, 960, 1080]);
  const palette = pickPalette(random);
  const table = height * 0.72;
  const chosen = random
    .sample(things.length, random.between(2, 3))
    .map((index) => things[index])
    .filter((thing) => thing !== undefined);
  const fills = [palette.main, palette.deep, palette.second];
  const placed = chosen.map((thing, index) => {
    const x = (WIDTH / (chosen.length + 1)) * (index + 1) + random.between(-20, 20);
    const size = height * 0.24 + random.between(40, 110);
    const floor = table + 60 + (index % 2) * 36;
    const shadow = ellipse(x + 24, floor, size * 0.46, size * 0.055, palette.deep, 'opacity="0.22"');
    return shadow + thing.draw(x, floor, size, fills[index] ?? palette.main, palette);
  });
  const wall = gradient('wall', palette.ground, palette.soft) + rect(0, 0, WIDTH, height, 'url(#wall)');
  const sun = random.chance(0.5)
    ? path(
        `M${random.between(80, 400)} 0 L${random.between(460, 620)} 0 L${random.between(700, 940)} ${table} ` +
          `L${random.between(300, 480)} ${table} Z`,
        '#ffffff',
        'opacity="0.28"',
      )
    : circle(random.between(200, 760), table * 0.42, height * 0.2, lamp, 'opacity="0.35"');
  const names = chosen.map((thing) => thing.name);
  const alt = `On a table: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
  return {
    width: WIDTH,
    height,
    shapes:
      wall +
      sun +
      rect(0, table, WIDTH, height - table, palette.soft) +
      rect(0, table, WIDTH, 6, palette.deep, 'opacity="0.25"') +
      placed.join(''),
    alt,
  };
}

/** Draws a pattern of quarter circles, leaves or stitches. */
export function drawPattern(random: Random): Drawing {
  const height = random.pick([720, 960]);
  const palette = pickPalette(random);
  const size = random.pick([80, 96, 120]);
  const fills = [palette.main, palette.second, palette.soft, palette.deep];
  const kind = random.pick(['arcs', 'leaves', 'stitches'] as const);
  const shapes = [rect(0, 0, WIDTH, height, palette.ground)];
  for (let row = 0; row * size < height; row++) {
    for (let column = 0; column * size < WIDTH; column++) {
      const [x, y] = [column * size, row * size];
      const fill = fills[(row * 2 + column + (random.chance(0.12) ? 1 : 0)) % fills.length] ?? palette.main;
      if (kind === 'arcs') {
        const turn = ((row + column) % 4) * 90;
        shapes.push(
          `<g transform="rotate(${turn} ${x + size / 2} ${y + size / 2})">${path(
            `M${x} ${y} L${x + size} ${y}
            A${size} ${size} 0 0 1 ${x} ${y + size}
              Z`,
            fill,
          )}${circle(x + size * 0.22, y + size * 0.22, size * 0.12, palette.ground)}</g>`,
        );
      } else if (kind === 'leaves') {
        const turn = (row + column) % 2 === 0 ? 45 : -45;
        shapes.push(
          `<g transform="rotate(${turn} ${x + size / 2}
            ${y + size / 2})">${ellipse(x + size / 2, y + size / 2, size * 0.2, size * 0.56, fill)}</g>`,
        );
      } else {
        shapes.push(
          path(
            `M${x} ${y + size * 0.1} L${x + size / 2} ${y + size * 0.5} L${x + size} ${y + size * 0.1} L${x + size} ` +
              `${y + size * 0.5} L${x + size / 2} ${y + size * 0.9} L${x} ${y + size * 0.5} Z`,
            fill,
          ),
        );
      }
    }
  }
  const motif = { arcs: 'quarter circles', leaves: 'crossed leaves', stitches: 'knitted stitches' }[kind];
  return { width: WIDTH, height, shapes: shapes.join(''), alt: `A repeating pattern of ${motif} in four colours.` };
}

/** Draws a poster without words: large shapes on a plain ground. */
export function drawPoster(random: Random): Drawing {
  const height = random.pick([540, 640, 1200]);
  const palette = pickPalette(random);
  const dark = random.chance(0.45);
  const ground = dark ? palette.deep : palette.ground;
  const shapes = [rect(0, 0, WIDTH, height, ground)];
  const [x, y] = [random.between(300, 660), height * 0.46];
  const radius = Math.min(height * 0.34, 300);
  for (let ring = 0; ring < random.between(3, 6); ring++)
    shapes.push(
      circle(x, y, radius * (1 - ring * 0.17), [palette.main, palette.soft, palette.second, lamp][ring % 4] ?? lamp),
    );
  shapes.push(rect(0, y, WIDTH, radius * 0.9 + height, ground));
  for (let line = 0; line < 5; line++)
    shapes.push(
      rect(
        x - radius + line * 30,
        y + 24 + line * 34,
        radius * 2 - line * 60,
        12,
        line % 2 ? palette.second : lamp,
        'rx="6"',
      ),
    );
  return {
    width: WIDTH,
    height,
    shapes: shapes.join(''),
    alt: 'A poster: a half sun of rings above its reflection in lines.',
  };
}
