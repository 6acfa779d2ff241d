import type { Mail, MailMessage } from '#platform/mail/mail.ts';

export type TestMail = Mail & {
  sent: MailMessage[];
  /** Returns the mails to a member, with a subject that matches if it is given. */
  sentTo(member: { user: { email: string } }, subject?: RegExp): MailMessage[];
  /** Returns the next mail to an address that was not returned before; waits for it. */
  next(to: string): Promise<MailMessage>;
};

/** A mail port that keeps sent mails for tests. */
export function createTestMail(): TestMail {
  const sent: MailMessage[] = [];
  const taken = new Set<MailMessage>();
  const waiting: { to: string; resolve: (message: MailMessage) => void }[] = [];
  return {
    sent,
    sentTo: ({ user }, subject = /(?:)/) => sent.filter((mail) => mail.to === user.email && subject.test(mail.subject)),
    async send(message) {
      sent.push(message);
      const index = waiting.findIndex((one) => one.to === message.to);
      if (index === -1) return;
      taken.add(message);
      waiting.splice(index, 1)[0]?.resolve(message);
    },
    next(to) {
      const mail = sent.find((message) => message.to === to && !taken.has(message));
      if (mail) {
        taken.add(mail);
        return Promise.resolve(mail);
      }
      return new Promise((resolve) => waiting.push({ to, resolve }));
    },
    close: () => undefined,
  };
}
