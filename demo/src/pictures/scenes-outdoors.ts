import type { Random } from '../random.ts';
import { hills } from './covers.ts';
import { circle, gradient, lamp, night, path, pickPalette, rect, round } from './palette.ts';
import type { Drawing } from './scenes.ts';

const WIDTH = 960;

function trees(random: Random, ground: number, fill: string): string {
  return Array.from({ length: random.between(5, 11) }, () => {
    const x = random.between(20, WIDTH - 20);
    const high = random.between(60, 170);
    const y = ground + random.between(0, 60);
    return path(`M${x} ${y - high} L${round(x + high * 0.26)} ${y} L${round(x - high * 0.26)} ${y} Z`, fill);
  }).join('');
}

/** Draws layers of hills with a sun or a moon, and a lake or trees. */
export function drawLandscape(random: Random): Drawing {
  const height = random.pick([640, 720, 1080]);
  const palette = pickPalette(random);
  const isNight = random.chance(0.3);
  const [top, low] = isNight ? [night, '#3a4066'] : [palette.ground, palette.soft];
  const light = circle(random.between(160, 800), height * 0.3, random.between(46, 96), isNight ? '#f4e3bb' : lamp);
  const stars = isNight
    ? Array.from({ length: 40 }, () =>
        circle(random.between(0, WIDTH), random.between(0, height / 2), 1.6, '#f4e3bb'),
      ).join('')
    : '';
  const fills = [palette.soft, palette.main, palette.second, palette.deep];
  const layers = fills.map((fill, layer) =>
    path(
      hills(random, WIDTH, height, height * (0.48 + layer * 0.12), height * 0.16),
      fill,
      isNight ? 'opacity="0.8"' : '',
    ),
  );
  const water = random.chance(0.35);
  const front = water
    ? rect(0, height * 0.82, WIDTH, height * 0.18, isNight ? '#28304f' : palette.soft) +
      Array.from({ length: 14 }, () =>
        rect(
          random.between(0, WIDTH - 160),
          height * (0.83 + random.next() * 0.15),
          random.between(40, 160),
          5,
          lamp,
          'opacity="0.5"',
        ),
      ).join('')
    : trees(random, height * 0.9, palette.deep);
  const alt = `${isNight ? 'A moon over dark hills' : 'A low sun over rolling hills'}, ${
    water ? 'mirrored in a lake' : 'with firs in front'
  }.`;
  const sky = gradient('sky', top, low) + rect(0, 0, WIDTH, height, 'url(#sky)');
  return { width: WIDTH, height, shapes: sky + stars + light + layers.join('') + front, alt };
}

/** Draws a street of houses, some of whose windows are lit. */
export function drawCity(random: Random): Drawing {
  const height = random.pick([720, 960]);
  const palette = pickPalette(random);
  const isNight = random.chance(0.6);
  const shapes = [
    gradient('sky', isNight ? night : palette.ground, isNight ? '#4a4468' : palette.soft),
    rect(0, 0, WIDTH, height, 'url(#sky)'),
    circle(random.between(120, 840), random.between(110, 200), 54, isNight ? '#f4e3bb' : lamp),
  ];
  const walls = isNight ? ['#232843', '#1b2036', '#2b2f4d'] : [palette.main, palette.second, palette.deep];
  for (let x = -30; x < WIDTH; ) {
    const [wide, high] = [
      random.between(110, 210),
      random.between(Math.round(height * 0.35), Math.round(height * 0.72)),
    ];
    const top = height - high;
    shapes.push(rect(x, top, wide, high, random.pick(walls)));
    if (random.chance(0.5))
      shapes.push(path(`M${x} ${top} L${x + wide / 2} ${top - 56} L${x + wide} ${top} Z`, palette.deep));
    for (let wx = x + 22; wx < x + wide - 34; wx += 44)
      for (let wy = top + 30; wy < height - 70; wy += 62)
        shapes.push(rect(wx, wy, 24, 34, random.chance(0.4) ? lamp : isNight ? '#12162a' : palette.soft, 'rx="3"'));
    x += wide + random.between(0, 14);
  }
  const alt = isNight ? 'Houses at night, some windows still lit.' : 'A row of coloured houses in the morning.';
  return { width: WIDTH, height, shapes: shapes.join(''), alt };
}
