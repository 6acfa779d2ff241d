/** Sending mail: one port, two adapters. Throws when the message could not be sent; the job is retried. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link or code of the message, if it has one. Shown in the log when there is no mail server. */
  essence: string;
  /** Such as how to unsubscribe. */
  headers?: Readonly<Record<string, string>>;
  /** The same for each try, so that a mail that arrives twice is shown once. Without it each try has its own. */
  messageId?: string;
  /** A version of an entry for the receiver's calendar. */
  calendar?: { method: 'request' | 'cancel'; content: string };
};

export type Mail = {
  send(message: MailMessage): Promise<void>;
  /** Throws when the mail server cannot be reached, or refuses us. */
  check?(): Promise<void>;
  close(): void;
};

/** Returns a message in the form that the library sends. */
export const toMessage = ({ to, subject, text, html, headers, messageId, calendar }: Omit<MailMessage, 'essence'>) => ({
  to,
  subject,
  text,
  html,
  ...(headers ? { headers: { ...headers } } : {}),
  ...(messageId ? { messageId } : {}),
  ...(calendar ? { icalEvent: { ...calendar, filename: 'webinar.ics' } } : {}),
});
