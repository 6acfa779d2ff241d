import type { ModerationKind } from '@afterhours/contract/constants/notifications';
import { defineEvent } from '#db/events.ts';

/** A member has blocked another; listeners end all relationships of the two in the same transaction. */
export const memberBlocked = defineEvent<{ userId: string; blockedId: string }>('moderation.blocked');

/** A member has reported a post of another member, which hides it from the one who reported it. */
export const postReported = defineEvent<{ userId: string; postId: string }>('moderation.postReported');

/** A decision has banned a member; listeners take back what the member did to others, in the same transaction. */
export const memberBanned = defineEvent<{ userId: string }>('moderation.memberBanned');

/** A decision has hidden a post from everybody. Its reversal emits `postSaved`. */
export const postHidden = defineEvent<{ postId: string }>('moderation.postHidden');

/** A decision has hidden a comment, with its replies, from everybody. */
export const commentHidden = defineEvent<{ commentId: string; postId: string; parentId: string | null }>(
  'moderation.commentHidden',
);

/** A reversal shows a comment again. */
export const commentShown = defineEvent<{ commentId: string; postId: string }>('moderation.commentShown');

/** Staff have put a label on a post or taken it off. */
export const postLabelled = defineEvent<{ postId: string }>('moderation.postLabelled');

/** Staff have put a label on a comment or taken it off. */
export const commentLabelled = defineEvent<{ commentId: string; postId: string }>('moderation.commentLabelled');

/** Cases were opened, have one report more, or were claimed or decided. */
export const casesChanged = defineEvent<{ caseIds: readonly string[] }>('moderation.casesChanged');

/** A member who has reported something learns how far it is, or what became of it; `aboutId` is the case. */
export const reportTold = defineEvent<{ userId: string; aboutId: string; kind: ModerationKind }>(
  'moderation.reportTold',
);

/** The member concerned learns of a decision, or of the outcome of an appeal; `aboutId` is the decision. */
export const decisionTold = defineEvent<{ userId: string; aboutId: string; kind: ModerationKind }>(
  'moderation.decisionTold',
);
