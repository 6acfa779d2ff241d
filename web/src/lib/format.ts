const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const grouped = new Intl.NumberFormat('en-US');
const longDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const two = (part: number): string => String(part).padStart(2, '0');

/** 1,234 up to 9,999, then 12.3K, 4.5M, 1.2B: cut, never rounded up, so that a count is not promised before it is reached. */
export function formatCount(count: number): string {
  if (Math.abs(count) < 10_000) return grouped.format(count);
  const steps = [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const;
  for (const [size, letter] of steps) {
    if (Math.abs(count) >= size) return `${Math.trunc((count / size) * 10) / 10}${letter}`;
  }
  return grouped.format(count);
}

/** "now", "5 min", "3 h", "Mon" within the week, "12 Mar", with the year once it is another one. Local time; a future time counts as now for a minute. */
export function formatRelative(value: string | number | Date, now: number = Date.now()): string {
  const date = new Date(value);
  const time = date.getTime();
  if (Number.isNaN(time)) return '';
  const age = now - time;
  if (age > -minute && age < minute) return 'now';
  if (age > 0 && age < hour) return `${Math.floor(age / minute)} min`;
  if (age > 0 && age < day) return `${Math.floor(age / hour)} h`;
  if (age > 0 && age < 7 * day) return days[date.getDay()] ?? '';
  const short = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === new Date(now).getFullYear() ? short : `${short} ${date.getFullYear()}`;
}

/** The whole moment for a tooltip: "Thursday, 12 March 2026 at 18:07", local time. */
export function formatExact(value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : longDate.format(date);
}

/** "Mar 05, 2026": the pill above a day of messages. */
export function formatDatePill(value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${months[date.getMonth()]} ${two(date.getDate())}, ${date.getFullYear()}`;
}

/** "18:07", local time. */
export function formatClock(value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** "Mar 2026" of a plain date YYYY-MM-DD, which has no time zone. */
export function formatMonth(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  return month ? `${months[Number(month) - 1] ?? ''} ${year}` : '';
}
