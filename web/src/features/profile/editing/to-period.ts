import { toEnteredDate } from '#ui/fields/month-field.tsx';

type Period = { startDate: string; endDate: string };

/** Returns the values with dates for the two months. An end in the month of the start is never before the start. */
export function toPeriod<Values extends Period>(values: Values): Values {
  const startDate = toEnteredDate(values.startDate);
  const endDate = toEnteredDate(values.endDate);
  const sameMonth = startDate.slice(0, 7) === endDate.slice(0, 7);
  return { ...values, startDate, endDate: sameMonth && endDate < startDate ? startDate : endDate };
}
