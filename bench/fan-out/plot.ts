/** Draws a plot with two logarithmic scales as SVG, for light and dark pages. */
export type Series = { name: string; colour: string; points: readonly (readonly [number, number])[] };

const WIDTH = 720;
const HEIGHT = 400;
const MARGIN = { left: 70, right: 150, top: 30, bottom: 50 };

const decades = (low: number, high: number): number[] => {
  const first = Math.floor(Math.log10(low));
  return Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_value, index) => 10 ** (first + index));
};

const formatTick = (value: number): string =>
  value >= 1 ? value.toLocaleString('en-US') : String(Number(value.toPrecision(1)));

/** Draws the series; all values must be greater than 0. */
export function drawPlot(title: string, axes: { x: string; y: string }, series: readonly Series[]): string {
  const points = series.flatMap((line) => line.points);
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  const [ticksX, ticksY] = [decades(Math.min(...xs), Math.max(...xs)), decades(Math.min(...ys), Math.max(...ys))];
  const scale = (ticks: number[], from: number, to: number) => (value: number) => {
    const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
    return Number((from + ((Math.log10(value) - low) / (high - low)) * (to - from)).toFixed(1));
  };
  const x = scale(ticksX, MARGIN.left, WIDTH - MARGIN.right);
  const y = scale(ticksY, HEIGHT - MARGIN.bottom, MARGIN.top);
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const gridX = ticksX.map((tick) => `<path d="M${x(tick)} ${MARGIN.top}V${bottom}"/>`);
  const gridY = ticksY.map((tick) => `<path d="M${MARGIN.left} ${y(tick)}H${right}"/>`);
  const labelsX = ticksX.map(
    (tick) => `<text x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${formatTick(tick)}</text>`,
  );
  const labelsY = ticksY.map(
    (tick) => `<text x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${formatTick(tick)}</text>`,
  );
  const lines = series.map(({ colour, points: line }) => {
    const path = line.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point[0])} ${y(point[1])}`).join('');
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/>`;
  });
  const legend = series.map(
    ({ name, colour }, index) =>
      `<path d="M${right + 14} ${MARGIN.top + 12 + index * 22}h18" stroke="${colour}" stroke-width="2.5"/><text
        x="${right + 38}" y="${MARGIN.top + 16 + index * 22}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"
    font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${MARGIN.left}" y="18" font-weight="bold">${title}</text>
<g stroke="#ddd">${[...gridX, ...gridY].join('')}</g>
<g fill="#444">${[...labelsX, ...labelsY].join('')}
<text x="${(MARGIN.left + right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${axes.x}</text>
<text transform="translate(16 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${axes.y}</text></g>
${lines.join('\n')}
<g fill="#444">${legend.join('\n')}</g>
</svg>
`;
}
