import { MINIMUM_AGE } from '@afterhours/contract/account/account';

/** The latest day of birth that a calendar offers, YYYY-MM-DD: a member born then may join today. */
export function latestBirth(now = new Date()): string {
  const latest = new Date(Date.UTC(now.getFullYear() - MINIMUM_AGE, now.getMonth(), now.getDate()));
  return latest.toISOString().slice(0, 10);
}
