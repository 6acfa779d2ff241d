import type { MessageDescriptor, WrittenText } from '@afterhours/contract/base/message';
import { automationMessages } from '@afterhours/contract/moderation/automation';
import { postMessages } from '@afterhours/contract/posts/posts';
import { english } from '#texts/english.ts';

/** The message to the author. It names the rule if the post is held, since only the author sees the post then. */
export const messageOf = (
  rule: string | null,
  otherwise: MessageDescriptor = postMessages.created,
): MessageDescriptor | WrittenText => (rule === null ? otherwise : english(automationMessages.heldPost, { rule }));
