import { defineMessages } from '@afterhours/contract/base/message';
import { formatDate, formatExactCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import hidden from '#ui/text/visually-hidden.module.css';
import styles from './overview.module.css';

const texts = defineMessages('moderation.chart', {
  day: 'Day',
  bar: '{day}: {count}',
  most: 'Most in a day: {count}',
});

const STEP = 10;
const WIDTH = 8;
const HEIGHT = 100;

type Bar = { day: string; count: number };
type BarChartProps = {
  title: string;
  /** What the bars count. */
  unit: string;
  bars: readonly Bar[];
};

/** Formats a date without a time, whatever the reader's time zone: noon is on the same day everywhere. */
const nameDay = (day: string): string => formatDate(`${day}T12:00`);

function Bars({ bars, most }: Pick<BarChartProps, 'bars'> & { most: number }) {
  const scale = most === 0 ? 0 : HEIGHT / most;
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={styles.bars}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ day, count }, at) => (
        <g key={day}>
          <title>{t(texts.bar, { day: nameDay(day), count: formatExactCount(count) })}</title>
          {/* The whole column shows the number as its tooltip, however low the bar is. */}
          <rect x={at * STEP} y={0} width={STEP} height={HEIGHT} className={styles.column} />
          <rect
            x={at * STEP + (STEP - WIDTH) / 2}
            y={HEIGHT - count * scale}
            width={WIDTH}
            height={count * scale}
            className={styles.bar}
          />
        </g>
      ))}
    </svg>
  );
}

function Table({ title, unit, bars }: BarChartProps) {
  return (
    <div className={hidden.hidden}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(texts.day)}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{nameDay(day)}</th>
              <td>{formatExactCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A bar for each day, the oldest first, and the same data as a table for screen readers. */
export function BarChart({ title, unit, bars }: BarChartProps) {
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption>
        <h3>{title}</h3>
        <p className={styles.quiet}>{t(texts.most, { count: formatExactCount(most) })}</p>
      </figcaption>
      <Bars bars={bars} most={most} />
      {first && last && (
        <p aria-hidden="true" className={styles.axis}>
          <span>{nameDay(first.day)}</span>
          <span>{nameDay(last.day)}</span>
        </p>
      )}
      <Table {...{ title, unit, bars }} />
    </figure>
  );
}
