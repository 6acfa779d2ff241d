import type { FollowablePerson, OnOff, Person } from '@afterhours/contract/people/people';
import type { PersonCompletion } from '@afterhours/contract/people/people-completion';

/** The columns of a person as others see them. */
export type PersonRow = {
  id: string;
  first_name: string;
  last_name: string;
  username: string;
  image: string | null;
  profession: string | null;
  intro_details: string | null;
};

export const toPersonView = (row: PersonRow): Person => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
  image: row.image,
  profession: row.profession,
  intro_details: row.intro_details,
});

export const toFollowablePerson = (row: PersonRow & { my_follow_id: string | null }): FollowablePerson => ({
  ...toPersonView(row),
  follower: row.my_follow_id === null ? [] : [{ _id: row.my_follow_id }],
});

export const toPersonCompletion = (row: PersonRow): PersonCompletion => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
  image: row.image,
});

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Returns the wire format of a switch. */
export const toOnOff = (value: boolean): OnOff => (value ? 'On' : 'Off');
