import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { suggestionReasons } from '@afterhours/contract/constants/people';
import type { PeopleInCommon, ReasonParts, SuggestedPerson } from '@afterhours/contract/people/people';
import { english } from '#texts/english.ts';
import { type SourceName, sources } from './sources.ts';
import { type PersonRow, toFollowablePerson, toOnOff } from './views.ts';

export type SuggestionRow = PersonRow & {
  source: SourceName;
  /** 0 for the first source of its list, and negative for the next ones. */
  strength: number;
  shared: number;
  named: string | null;
  country: string | null;
  notify_follow: boolean;
  my_follow_id: string | null;
};

function writeReason({ kind, name, n }: ReasonParts): string {
  const text: MessageDescriptor = suggestionReasons[kind];
  return english(text, { name: name ?? '', n });
}

export function toSuggestedPerson(row: SuggestionRow, inCommon: PeopleInCommon): SuggestedPerson {
  const parts = sources[row.source].reason(row);
  return {
    ...toFollowablePerson(row),
    follow_notification: toOnOff(row.notify_follow),
    reason: parts === null ? '' : writeReason(parts),
    reasonParts: parts,
    inCommon,
  };
}
