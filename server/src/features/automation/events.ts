import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { defineEvent } from '#db/events.ts';
import type { FoundRule } from '#db/schema/tables/moderation.ts';

/**
 * The filters have found something in a member's text, or its author has edited it. `holdId` is the decision by which
 * new content was stored as held; null for everything else (edits, profiles, flagged content, linked pages), which the
 * listener holds or releases. The author learned of the hold from the response, unless the content was published
 * `inBackground`, when nobody was waiting for one.
 */
export const contentScreened = defineEvent<{
  kind: CaseKind;
  subjectId: string;
  rules: readonly FoundRule[];
  holdId: string | null;
  inBackground?: boolean;
}>('automation.contentScreened');
