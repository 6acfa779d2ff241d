import type { Random } from '../random.ts';
import { circle, gradient, lamp, night, path, pickPalette, rect, round, svg } from './palette.ts';

const COVER = { width: 1280, height: 320 };

/** Returns the path of a soft line of hills from left to right, closed at the bottom. */
export function hills(random: Random, width: number, height: number, level: number, rise: number): string {
  const steps = 5;
  let d = `M0 ${height} L0 ${round(level)}`;
  let previous = level;
  for (let step = 1; step <= steps; step++) {
    const x = (width / steps) * step;
    const y = level + (random.next() - 0.5) * rise;
    const half = x - width / steps / 2;
    d += ` C${round(half)} ${round(previous)} ${round(half)} ${round(y)} ${round(x)} ${round(y)}`;
    previous = y;
  }
  return `${d} L${width} ${height} Z`;
}

function drawDusk(random: Random): string {
  const { width, height } = COVER;
  const palette = pickPalette(random);
  const sun = circle(random.between(200, 1080), random.between(90, 170), random.between(40, 76), lamp);
  const layers = [palette.soft, palette.main, palette.second, palette.deep].map((fill, layer) =>
    path(hills(random, width, height, 150 + layer * 44, 70), fill),
  );
  return gradient('sky', palette.ground, palette.soft) + rect(0, 0, width, height, 'url(#sky)') + sun + layers.join('');
}

function drawTiles(random: Random): string {
  const { width, height } = COVER;
  const palette = pickPalette(random);
  const size = random.pick([64, 80, 106.7]);
  const shapes: string[] = [rect(0, 0, width, height, palette.ground)];
  const fills = [palette.soft, palette.main, palette.second, palette.deep];
  for (let y = 0; y < height; y += size) {
    for (let x = 0; x < width; x += size) {
      if (random.chance(0.25)) continue;
      const fill = random.pick(fills);
      const [l, t, r, b] = [round(x), round(y), round(x + size), round(y + size)];
      shapes.push(
        random.pick([
          path(`M${l} ${t} L${r} ${t} A${size} ${size} 0 0 1 ${l} ${b} Z`, fill),
          path(`M${r} ${b} L${l} ${b} A${size} ${size} 0 0 1 ${r} ${t} Z`, fill),
          circle(x + size / 2, y + size / 2, size / 2.6, fill),
          path(`M${l} ${b} L${r} ${b} L${l} ${t} Z`, fill),
        ]),
      );
    }
  }
  return shapes.join('');
}

function drawWindows(random: Random): string {
  const { width, height } = COVER;
  const shapes: string[] = [gradient('sky', night, '#2f3350'), rect(0, 0, width, height, 'url(#sky)')];
  for (let x = -20; x < width; ) {
    const [wide, high] = [random.between(70, 150), random.between(90, 250)];
    shapes.push(rect(x, height - high, wide, high, random.pick(['#1b2036', '#20263f', '#171b2e'])));
    for (let wx = x + 14; wx < x + wide - 18; wx += 24) {
      for (let wy = height - high + 16; wy < height - 20; wy += 30)
        if (random.chance(0.24)) shapes.push(rect(wx, wy, 12, 16, random.pick([lamp, '#f6cf8b', '#c9803a'])));
    }
    x += wide + random.between(0, 8);
  }
  return shapes.join('');
}

function drawStripes(random: Random): string {
  const { width, height } = COVER;
  const palette = pickPalette(random);
  const fills = [palette.soft, palette.main, palette.second, palette.deep, lamp];
  const bands = Array.from({ length: 9 }, (_item, band) =>
    path(hills(random, width, height, 40 + band * 32, 34), fills[band % fills.length] ?? lamp),
  );
  return rect(0, 0, width, height, palette.ground) + bands.join('');
}

const kinds = [drawDusk, drawTiles, drawWindows, drawStripes];

/** Draws a cover of 1280 by 320. `number` selects the kind, so that consecutive numbers alternate between the kinds. */
export const drawCover = (random: Random, number: number): string =>
  svg(COVER.width, COVER.height, (kinds[number % kinds.length] ?? drawDusk)(random));
