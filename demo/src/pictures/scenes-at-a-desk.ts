import type { Random } from '../random.ts';
import { circle, gradient, lamp, night, paper, path, pickPalette, rect, round } from './palette.ts';
import type { Drawing } from './scenes.ts';

const WIDTH = 960;

/** Draws columns or a line that rise, with some ups and downs. */
export function drawChart(random: Random): Drawing {
  const height = 600;
  const palette = pickPalette(random);
  const count = random.between(7, 12);
  const values = Array.from({ length: count }, (_item, index) => 0.2 + (index / count) * 0.5 + random.next() * 0.28);
  const shapes = [rect(0, 0, WIDTH, height, paper)];
  for (let line = 0; line < 5; line++) shapes.push(rect(80, 90 + line * 95, 800, 2, '#e6dfd2'));
  const step = 800 / count;
  const isLine = random.chance(0.45);
  const yOf = (value: number) => 470 - value * 380;
  if (isLine) {
    const points = values.map((value, index) => `${round(80 + step * (index + 0.5))},${round(yOf(value))}`);
    shapes.push(
      `<polygon points="${round(80 + step * 0.5)},470 ${points.join(' ')} ${round(880 - step * 0.5)},470"
        fill="${palette.soft}" opacity="0.6"/>`,
    );
    shapes.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="${palette.main}" stroke-width="8"
        stroke-linejoin="round" stroke-linecap="round"/>`,
    );
    values.forEach((value, index) =>
      shapes.push(circle(80 + step * (index + 0.5), yOf(value), 10, index === count - 1 ? lamp : palette.main)),
    );
  } else {
    values.forEach((value, index) =>
      shapes.push(
        rect(
          80 + step * index + step * 0.16,
          yOf(value),
          step * 0.68,
          470 - yOf(value),
          index === count - 1 ? lamp : palette.main,
          'rx="6"',
        ),
      ),
    );
  }
  shapes.push(rect(80, 470, 800, 3, palette.deep));
  for (let index = 0; index < count; index++)
    shapes.push(rect(80 + step * (index + 0.5) - 14, 494, 28, 8, '#d3cabb', 'rx="4"'));
  shapes.push(
    rect(80, 36, random.between(180, 320), 16, palette.deep, 'rx="8"'),
    rect(80, 64, 140, 8, '#d3cabb', 'rx="4"'),
  );
  const alt =
    `${isLine ? 'A line' : 'Columns'} over ${count} months, rising with some ups and downs; the last one ` +
    `stands out.`;
  return { width: WIDTH, height, shapes: shapes.join(''), alt };
}

function drawScreen(random: Random, x: number, y: number, main: string, soft: string): string {
  const rows = Array.from({ length: 7 }, (_item, row) =>
    rect(
      x + 24 + (row % 3) * 18,
      y + 28 + row * 26,
      random.between(80, 230),
      10,
      row % 3 === 1 ? lamp : soft,
      'rx="5"',
    ),
  );
  return (
    rect(x - 10, y - 10, 380, 250, '#2b3048', 'rx="14"') +
    rect(x, y, 360, 230, night, 'rx="6"') +
    rows.join('') +
    circle(x + 320, y + 40, 16, main) +
    path(`M${x - 50} ${y + 244} L${x + 410} ${y + 244} L${x + 380} ${y + 262} L${x - 20} ${y + 262} Z`, '#3b415e')
  );
}

/** Draws a table after hours: a lamp, a cup, and a laptop or a notebook. */
export function drawDesk(random: Random): Drawing {
  const height = 720;
  const palette = pickPalette(random);
  const dark = random.chance(0.6);
  const floor = 540;
  const lampX = random.between(120, 220);
  const wall = gradient('wall', dark ? '#1a1f33' : palette.ground, dark ? '#2b3050' : palette.soft);
  const glow = `<defs><radialGradient id="glow"><stop offset="0" stop-color="${lamp}" stop-opacity="0.65"/><stop
    offset="1" stop-color="${lamp}"
      stop-opacity="0"/></radialGradient></defs>${circle(lampX + 130, 330, 380, 'url(#glow)')}`;
  const stand = `<g fill="none" stroke="${palette.deep}" stroke-width="12" stroke-linecap="round"><path
    d="M${lampX} ${floor} L${lampX} 300 L${lampX + 90}
      210"/></g>${path(
        `M${lampX + 70} 170 L${lampX + 170} 240 L${lampX + 96} 296 L${lampX + 40} 224 Z`,
        lamp,
      )}${rect(lampX - 60, floor - 12, 120, 14, palette.deep, 'rx="7"')}`;
  const isScreen = random.chance(0.6);
  const work = isScreen
    ? drawScreen(random, 440, floor - 262, palette.main, palette.soft)
    : path(
        `M430 ${floor - 10} L640 ${floor - 40} L850 ${floor - 10} L850 ${floor + 10} L640 ${floor - 18} L430 ` +
          `${floor + 10} Z`,
        paper,
      ) + path(`M700 ${floor - 150} L716 ${floor - 156} L764 ${floor - 30} L752 ${floor - 22} Z`, palette.main);
  const cup =
    rect(330, floor - 66, 60, 66, palette.main, 'rx="8"') +
    rect(330, floor - 50, 60, 10, palette.ground, 'opacity="0.6"');
  const table =
    rect(0, floor, WIDTH, height - floor, palette.main, 'opacity="0.95"') +
    rect(0, floor, WIDTH, 8, palette.deep, 'opacity="0.35"');
  const shapes = wall + rect(0, 0, WIDTH, height, 'url(#wall)') + glow + table + stand + work + cup;
  const alt = `A table ${dark ? 'at night' : 'in the evening'}: a lit lamp, a cup and ${
    isScreen ? 'an open laptop' : 'an open notebook with a pencil'
  }.`;
  return { width: WIDTH, height, shapes, alt };
}

/** Draws colour cards pinned side by side. */
export function drawSwatches(random: Random): Drawing {
  const height = 720;
  const [first, second] = [pickPalette(random), pickPalette(random)];
  const fills = [first.main, first.soft, second.second, second.main, first.second, second.soft, first.deep, lamp];
  const shapes = [rect(0, 0, WIDTH, height, '#efe8db')];
  fills.forEach((fill, index) => {
    const [x, y] = [60 + (index % 4) * 214, 60 + Math.floor(index / 4) * 306];
    const turn = round((random.next() - 0.5) * 5);
    const card = [
      rect(x + 5, y + 8, 194, 280, '#1d2133', 'opacity="0.14" rx="6"'),
      rect(x, y, 194, 280, '#fffdf8', 'rx="6"'),
      rect(x + 12, y + 12, 170, 196, fill, 'rx="3"'),
      rect(x + 12, y + 226, random.between(60, 150), 10, '#cfc6b6', 'rx="5"'),
      rect(x + 12, y + 246, random.between(40, 100), 8, '#e0d9cb', 'rx="4"'),
    ];
    shapes.push(`<g transform="rotate(${turn} ${x + 96} ${y + 140})">${card.join('')}</g>`);
  });
  return { width: WIDTH, height, shapes: shapes.join(''), alt: 'Eight colour cards in two rows, warm and dark tones.' };
}
