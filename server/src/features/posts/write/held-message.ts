import { automationMessages } from '@afterhours/contract/automation';
import type { Message, WrittenText } from '@afterhours/contract/base/message';
import { postMessages } from '@afterhours/contract/posts';
import { english } from '#texts/english.ts';

/** What the author is told, who alone sees a post that is held. */
export const messageOf = (rule: string | null, otherwise: Message = postMessages.created): Message | WrittenText =>
  rule === null ? otherwise : english(automationMessages.heldPost, { rule });
