import type { CloseReason } from '@afterhours/contract/constants/jobs';
import { defineEvent } from '#db/events.ts';

/** A job was published that others may see; emitted with it. */
export const jobPublished = defineEvent<{ postId: string }>('hiring.published');

/** A job takes no more applications. */
export const jobClosed = defineEvent<{ postId: string; authorId: string; reason: CloseReason }>('hiring.closed');

/** A job is open for longer. */
export const jobRenewed = defineEvent<{ postId: string }>('hiring.renewed');

/** A job closes by itself in some days. */
export const jobClosing = defineEvent<{ postId: string; authorId: string }>('hiring.closing');
