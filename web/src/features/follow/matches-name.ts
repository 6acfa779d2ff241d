import type { Person } from '@afterhours/contract/people';

// "Zukauskas" finds Žukauskas: accents are removed, and case does not matter.
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of the keyword is in the person's names; an empty one matches everybody. */
export function matchesName(person: Pick<Person, 'firstName' | 'lastName' | 'username'>, keyword: string): boolean {
  const names = plain(`${person.firstName} ${person.lastName} ${person.username}`);
  return plain(keyword)
    .split(/\s+/)
    .every((word) => names.includes(word));
}
