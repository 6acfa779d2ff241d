import { defineMessages } from '@afterhours/contract/base/message';
import type { countUnsent } from '#lib/forms/unsent-work.ts';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

const texts = defineMessages('app.leaveQuestion', {
  title: 'Sign out and lose what you haven’t sent?',
  leave: 'Sign out',
  hint: 'Signing out removes it from this browser.',
  drafts: 'You have {drafts, plural, one {# draft} other {# drafts}}.',
  messages: '{messages, plural, one {# message is} other {# messages are}} not sent yet.',
  messagesAndDrafts:
    '{messages, plural, one {# message is} other {# messages are}} not sent yet, and you have {drafts, plural, ' +
    'one {# draft} other {# drafts}}.',
});

type Unsent = ReturnType<typeof countUnsent>;

const describeUnsent = ({ messages, drafts }: Unsent): string => {
  if (messages === 0) return t(texts.drafts, { drafts });
  return drafts === 0 ? t(texts.messages, { messages }) : t(texts.messagesAndDrafts, { messages, drafts });
};

type LeaveQuestionProps = { unsent: Unsent; open: boolean; onLeave: () => void; onClose: () => void };

/** Asks for confirmation before a member signs out with unsent work. */
export function LeaveQuestion({ unsent, open, onLeave, onClose }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.title)}
      confirmLabel={t(texts.leave)}
      danger
      onConfirm={onLeave}
      onCancel={onClose}
    >
      {describeUnsent(unsent)} {t(texts.hint)}
    </ConfirmDialog>
  );
}
