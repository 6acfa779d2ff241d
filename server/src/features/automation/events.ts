import type { CaseKind } from '@afterhours/contract/staff-cases';
import { defineEvent } from '#db/events.ts';
import type { FoundRule } from '#db/schema/tables/moderation.ts';

/**
 * The filters have found something in what a member has written, or its author has edited it. `holdId` is the decision
 * by which it was stored as held; null for an edit, which the listener holds or releases. Its author has read of it in
 * the answer, but for what is `unattended`, published when nobody was there.
 */
export const contentScreened = defineEvent<{
  kind: CaseKind;
  subjectId: string;
  rules: readonly FoundRule[];
  holdId: string | null;
  unattended?: boolean;
}>('automation.contentScreened');
