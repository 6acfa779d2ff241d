import type { Notification } from '@afterhours/contract/notifications';

/**
 * Returns the text that a notification is about, as far as it may leave the product: what members write to each other
 * in private only with `messageText`.
 */
export function quote({ subject }: Notification, messageText: boolean): string | null {
  if (!subject?.text) return null;
  const isPrivate = subject.about === 'message' || subject.about === 'invitation';
  return isPrivate && !messageText ? null : subject.text;
}
