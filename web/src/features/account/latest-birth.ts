import { MINIMUM_AGE } from '@afterhours/contract/account/birth';

/** The latest day of birth that a calendar offers, YYYY-MM-DD: by default a member born then may join today. */
export function latestBirth(age = MINIMUM_AGE, now = new Date()): string {
  const latest = new Date(Date.UTC(now.getFullYear() - age, now.getMonth(), now.getDate()));
  return latest.toISOString().slice(0, 10);
}
