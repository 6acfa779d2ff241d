/** Sending mail: one port, two adapters. Throws when the message could not be handed over; the job tries again. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the message is for, when it can be said in one line: a link or a code. Shown in the log when there is no mail server. */
  essence: string;
};

export type Mail = {
  send(message: MailMessage): Promise<void>;
  /** Throws when the server that takes the mail cannot be reached, or refuses us. */
  check?(): Promise<void>;
  close(): void;
};
