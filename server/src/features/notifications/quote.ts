import type { Notification } from '@afterhours/contract/notifications/notifications';

/**
 * Returns the text of a notification's subject, as far as it may leave the product: text from private messages only
 * with `messageText`.
 */
export function quote({ subject }: Notification, messageText: boolean): string | null {
  if (!subject?.text) return null;
  const isPrivate = subject.about === 'message' || subject.about === 'invitation';
  return isPrivate && !messageText ? null : subject.text;
}
