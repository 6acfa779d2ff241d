import texts from '../../texts/names.json' with { type: 'json' };

/** First name, last name, country, gender, and a username where the name's letters give none. */
export type Name = readonly [
  first: string,
  last: string,
  country: string,
  gender: 'male' | 'female',
  username?: string,
];

/** The demo member is at DEMO_INDEX; names near the top belong to the busier members. */
export const DEMO_INDEX = 3;

export const names: readonly Name[] = texts.names as unknown as readonly Name[];

const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Returns the username of a name; `number` distinguishes members of the same name. */
export function usernameOf([first, last, , , given]: Name, number: number): string {
  const base = (given ?? `${plainLetters(first)}.${plainLetters(last)}`).slice(0, 22);
  return number === 0 ? base : `${base}${number}`;
}
