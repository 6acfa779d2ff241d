import type { Person } from '@afterhours/contract/people/people';
import { fold } from '#lib/text/fold.ts';

/**
 * Whether the person's names contain every word of the keyword; an empty keyword matches everyone. "Zukauskas" matches
 * Žukauskas.
 */
export function matchesName(person: Pick<Person, 'firstName' | 'lastName' | 'username'>, keyword: string): boolean {
  const names = fold(`${person.firstName} ${person.lastName} ${person.username}`);
  return fold(keyword)
    .split(/\s+/)
    .every((word) => names.includes(word));
}
