/** A bar for each operation, drawn as SVG: requests a second with 16 at once, on a scale of powers of ten. */
import type { Measured } from './run.ts';
import { thinRate } from './table.ts';

const AT_ONCE = 16;
const LINE = 24;
const LEFT = 250;
const WIDTH = 860;
const RIGHT = 70;
const TOP = 46;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The position of a rate between the lowest power of ten shown and the highest. */
function createScale(rates: readonly number[]): { place: (rate: number) => number; ticks: number[] } {
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...rates))));
  const high = Math.ceil(Math.log10(Math.max(10, ...rates)));
  const span = WIDTH - LEFT - RIGHT;
  return {
    place: (rate) => LEFT + (span * (Math.log10(Math.max(1, rate)) - low)) / (high - low),
    ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
  };
}

export function drawPlot(rows: readonly Measured[], posts: number): string {
  const shown = rows.filter((row) => row.connections === AT_ONCE);
  const { place, ticks } = createScale(shown.map((row) => row.perSecond));
  const height = TOP + shown.length * LINE + 12;
  const thin = thinRate(rows, AT_ONCE);
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const grid = ticks.map(
    (tick) =>
      `<line x1="${place(tick)}" y1="${TOP - 6}" x2="${place(tick)}" y2="${height - 8}" stroke="#8884"/><text
        x="${place(tick)}" y="${TOP - 12}" text-anchor="middle" fill="#777">${number(tick)}</text>`,
  );
  const bars = shown.map(({ name, perSecond }, line) => {
    const y = TOP + line * LINE;
    const end = place(perSecond);
    const bound = name.startsWith('Thin') || name.startsWith('Bare');
    return `<text x="${LEFT - 8}" y="${y + 15}" text-anchor="end" fill="#555">${escape(name)}</text><rect x="${LEFT}"
      y="${y + 3}" width="${(end - LEFT).toFixed(1)}" height="${LINE - 8}" rx="2"
        fill="${bound ? '#9a9a9a' : '#b4632c'}"/><text x="${(end + 6).toFixed(1)}" y="${y + 15}"
          fill="#555">${number(perSecond)}</text>`;
  });
  const line =
    thin === null
      ? ''
      : `<line x1="${place(thin)}" y1="${TOP - 6}" x2="${place(thin)}" y2="${height - 8}" stroke="#555"
        stroke-dasharray="4 3"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif"
    font-size="12" role="img" aria-label="Requests a second by operation">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="18" font-weight="600" fill="#333">Requests a second, ${AT_ONCE} at once,
  ${posts.toLocaleString('en-US')} posts (dashed: the thin server)</text>
${[...grid, ...bars, line].join('\n')}
</svg>
`;
}
