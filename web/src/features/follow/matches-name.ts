import type { Person } from '@afterhours/contract/people';

// "Zukauskas" matches Žukauskas: accents and case are ignored.
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether the person's names contain every word of the keyword; an empty keyword matches everybody. */
export function matchesName(person: Pick<Person, 'firstName' | 'lastName' | 'username'>, keyword: string): boolean {
  const names = plain(`${person.firstName} ${person.lastName} ${person.username}`);
  return plain(keyword)
    .split(/\s+/)
    .every((word) => names.includes(word));
}
