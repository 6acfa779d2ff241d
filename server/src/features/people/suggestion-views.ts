import type { SuggestedPerson } from '@afterhours/contract/people';
import { type SourceName, sources } from './sources.ts';
import { type PersonRow, toFollowablePerson, toOnOff } from './views.ts';

export type SuggestionRow = PersonRow & {
  source: SourceName;
  /** 0 for the first source of its list, and negative for the next ones. */
  strength: number;
  shared: number;
  named: string | null;
  country: string | null;
  is_new: boolean;
  notify_follow: boolean;
  my_follow_id: string | null;
};

export const toSuggestedPerson = (row: SuggestionRow): SuggestedPerson => ({
  ...toFollowablePerson(row),
  follow_notification: toOnOff(row.notify_follow),
  reason: sources[row.source].reason(row),
});
