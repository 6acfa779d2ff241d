import texts from '../../texts/names.json' with { type: 'json' };

/** First name, last name, country, gender, and a username if the name has no letters to derive one from. */
export type Name = readonly [
  first: string,
  last: string,
  country: string,
  gender: 'male' | 'female',
  username?: string,
];

/** The demo member's index. The lower a member's index, the busier the member. */
export const DEMO_INDEX = 3;

export const names: readonly Name[] = texts.names as unknown as readonly Name[];

const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Returns the username for a name. `number` distinguishes members with the same name. */
export function usernameOf([first, last, , , username]: Name, number: number): string {
  const base = (username ?? `${plainLetters(first)}.${plainLetters(last)}`).slice(0, 22);
  return number === 0 ? base : `${base}${number}`;
}
