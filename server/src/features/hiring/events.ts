import type { CloseReason } from '@afterhours/contract/constants/jobs';
import { defineEvent } from '#db/events.ts';

/** A job that others may see was published. Emitted in the transaction that publishes it. */
export const jobPublished = defineEvent<{ postId: string }>('hiring.published');

/** A job takes no more applications. */
export const jobClosed = defineEvent<{ postId: string; authorId: string; reason: CloseReason }>('hiring.closed');

/** A job stays open for longer. */
export const jobRenewed = defineEvent<{ postId: string }>('hiring.renewed');

/** A job closes automatically in some days. */
export const jobClosing = defineEvent<{ postId: string; authorId: string }>('hiring.closing');
