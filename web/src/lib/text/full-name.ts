import type { Person } from '@afterhours/contract/people/people';

/** Returns a member's name as others see it. */
export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
