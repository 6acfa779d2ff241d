/** Sending mail: one port, two adapters. Throws when the message could not be sent; the job is retried. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link or code of the message, if it has one. Shown in the log when there is no mail server. */
  essence: string;
};

export type Mail = {
  send(message: MailMessage): Promise<void>;
  /** Throws when the mail server cannot be reached, or refuses us. */
  check?(): Promise<void>;
  close(): void;
};
