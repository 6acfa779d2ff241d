import { toEnteredDate } from '#ui/fields/month-field.tsx';

type Period = { startDate: string; endDate: string };

/**
 * Returns the values with the months as dates. If start and end are in the same month, the end is at least the start.
 */
export function toPeriod<Values extends Period>(values: Values): Values {
  const startDate = toEnteredDate(values.startDate);
  const endDate = toEnteredDate(values.endDate);
  const sameMonth = startDate.slice(0, 7) === endDate.slice(0, 7);
  return { ...values, startDate, endDate: sameMonth && endDate < startDate ? startDate : endDate };
}
