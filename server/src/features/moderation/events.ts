import type { ModerationKind } from '@afterhours/contract/constants/notifications';
import { defineEvent } from '#db/events.ts';

/** A member has blocked another. Listeners end all relationships between the two in the same transaction. */
export const memberBlocked = defineEvent<{ userId: string; blockedId: string }>('moderation.blocked');

/** A member has unblocked another. */
export const memberUnblocked = defineEvent<{ userId: string }>('moderation.unblocked');

/** A member has reported another member's post, which hides it from the reporter. */
export const postReported = defineEvent<{ userId: string; postId: string }>('moderation.postReported');

/** A member has reported a message that they received. */
export const messageReported = defineEvent<{ userId: string; messageId: string }>('moderation.messageReported');

/** A decision has banned a member. Listeners undo the member's actions on others' content in the same transaction. */
export const memberBanned = defineEvent<{ userId: string }>('moderation.memberBanned');

/** A decision has hidden a post from everyone. Its reversal emits `postSaved`. */
export const postHidden = defineEvent<{ postId: string }>('moderation.postHidden');

/** A decision has removed a post, or banned its author: it is not meant to come back. */
export const postRemoved = defineEvent<{ postId: string }>('moderation.postRemoved');

/** A decision is about to stop hiding a post, or to be replaced by another one. */
export const postUnhiding = defineEvent<{ postId: string }>('moderation.postUnhiding');

/** A reversal has made a post visible again, or the end of a hold. */
export const postShown = defineEvent<{ postId: string }>('moderation.postShown');

/** A decision has hidden the pictures of a profile, or its reversal has shown them again. */
export const picturesChanged = defineEvent<{ userId: string }>('moderation.picturesChanged');

/** A decision has hidden a comment, with its replies, from everyone. */
export const commentHidden = defineEvent<{ commentId: string; postId: string; parentId: string | null }>(
  'moderation.commentHidden',
);

/** A reversal has made a comment visible again. */
export const commentShown = defineEvent<{ commentId: string; postId: string }>('moderation.commentShown');

/** A decision has hidden a message from both members of its chat. */
export const messageHidden = defineEvent<{ messageId: string; senderId: string; decisionId: string }>(
  'moderation.messageHidden',
);

/** A decision has been reversed. */
export const decisionReversed = defineEvent<{ decisionId: string }>('moderation.decisionReversed');

/** Staff have put a label on a post or taken it off. */
export const postLabelled = defineEvent<{ postId: string }>('moderation.postLabelled');

/** Staff have put a label on a comment or taken it off. */
export const commentLabelled = defineEvent<{ commentId: string; postId: string }>('moderation.commentLabelled');

/** Cases were opened, claimed or decided, or got another report. */
export const casesChanged = defineEvent<{ caseIds: readonly string[] }>('moderation.casesChanged');

/** A reporter is notified of the progress or the outcome of their report; `aboutId` is the case. */
export const reportProgressed = defineEvent<{ userId: string; aboutId: string; kind: ModerationKind }>(
  'moderation.reportTold',
);

/** The member concerned is notified of a decision, or of the outcome of an appeal; `aboutId` is the decision. */
export const decisionAnnounced = defineEvent<{ userId: string; aboutId: string; kind: ModerationKind }>(
  'moderation.decisionTold',
);
