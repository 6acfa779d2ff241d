/** Draws the calls per second of each kind of call as SVG: a bar each, on a logarithmic scale. */
const LINE = 24;
const LEFT = 250;
const WIDTH = 860;
const RIGHT = 70;
const TOP = 46;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Returns the horizontal position of a rate, and the ticks: powers of ten around all rates. */
function createScale(rates: readonly number[]): { place: (rate: number) => number; ticks: number[] } {
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...rates))));
  const high = Math.ceil(Math.log10(Math.max(10, ...rates)));
  const span = WIDTH - LEFT - RIGHT;
  return {
    place: (rate) => LEFT + (span * (Math.log10(Math.max(1, rate)) - low)) / (high - low),
    ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
  };
}

type Plot = { title: string; bars: readonly { name: string; perSecond: number }[]; thin: number };

/** Draws the bars; `thin` is the rate of the thin server, drawn as a dashed line. */
export function drawPlot({ title, bars, thin }: Plot): string {
  const { place, ticks } = createScale([...bars.map(({ perSecond }) => perSecond), thin]);
  const height = TOP + bars.length * LINE + 12;
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const grid = ticks.map(
    (tick) =>
      `<line x1="${place(tick)}" y1="${TOP - 6}" x2="${place(tick)}" y2="${height - 8}" stroke="#8884"/><text
        x="${place(tick)}" y="${TOP - 12}" text-anchor="middle" fill="#777">${number(tick)}</text>`,
  );
  const rows = bars.map(({ name, perSecond }, line) => {
    const y = TOP + line * LINE;
    const end = place(perSecond);
    return `<text x="${LEFT - 8}" y="${y + 15}" text-anchor="end" fill="#555">${escape(name)}</text><rect x="${LEFT}"
      y="${y + 3}" width="${(end - LEFT).toFixed(1)}" height="${LINE - 8}" rx="2" fill="#b4632c"/><text
        x="${(end + 6).toFixed(1)}" y="${y + 15}" fill="#555">${number(perSecond)}</text>`;
  });
  const line = `<line x1="${place(thin)}" y1="${TOP - 6}" x2="${place(thin)}" y2="${height - 8}" stroke="#555"
    stroke-dasharray="4 3"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif"
    font-size="12" role="img" aria-label="${escape(title)}">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="18" font-weight="600" fill="#333">${escape(title)} (dashed: the thin server)</text>
${[...grid, ...rows, line].join('\n')}
</svg>
`;
}
