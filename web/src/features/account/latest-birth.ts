import { MINIMUM_AGE } from '@afterhours/contract/account/birth';

/**
 * Returns the latest birthday that the calendar offers, YYYY-MM-DD; by default, of a member who may join from today on.
 */
export function latestBirth(age = MINIMUM_AGE): string {
  const now = new Date();
  const latest = new Date(Date.UTC(now.getFullYear() - age, now.getMonth(), now.getDate()));
  return latest.toISOString().slice(0, 10);
}
