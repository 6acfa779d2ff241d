/** Sending mail: one port, two adapters. `send` throws if the message could not be sent; the job is then retried. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The message's link or code, if it has one. Logged if there is no mail server. */
  essence: string;
  /** Additional headers, such as those for unsubscribing. */
  headers?: Readonly<Record<string, string>>;
  /**
   * The same for each attempt, so that a mail that arrives twice is shown once. Without it, each attempt has its own.
   */
  messageId?: string;
  /** A version of an entry for the recipient's calendar. */
  calendar?: { method: 'request' | 'cancel'; content: string };
};

export type Mail = {
  send(message: MailMessage): Promise<void>;
  /** Throws if the mail server cannot be reached or rejects the connection. */
  check?(): Promise<void>;
  close(): void;
};

/** Asks vacation responders not to reply (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** Returns a message in the library's form. */
export const toMessage = ({ to, subject, text, html, headers, messageId, calendar }: Omit<MailMessage, 'essence'>) => ({
  to,
  subject,
  text,
  html,
  headers: { ...AUTOMATIC, ...headers },
  ...(messageId ? { messageId } : {}),
  ...(calendar ? { icalEvent: { ...calendar, filename: 'webinar.ics' } } : {}),
});
