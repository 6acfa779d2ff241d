import type { Mail, MailMessage } from '#platform/mail/mail.ts';

export type TestMail = Mail & {
  sent: MailMessage[];
  /** The next mail to an address that no one has taken yet; waits for it. */
  next(to: string): Promise<MailMessage>;
};

/** A mail port that keeps what is sent, for tests to read. */
export function createTestMail(): TestMail {
  const sent: MailMessage[] = [];
  const taken = new Set<MailMessage>();
  const waiting: { to: string; resolve: (message: MailMessage) => void }[] = [];
  return {
    sent,
    async send(message) {
      sent.push(message);
      const index = waiting.findIndex((one) => one.to === message.to);
      if (index === -1) return;
      taken.add(message);
      waiting.splice(index, 1)[0]?.resolve(message);
    },
    next(to) {
      const held = sent.find((message) => message.to === to && !taken.has(message));
      if (held) {
        taken.add(held);
        return Promise.resolve(held);
      }
      return new Promise((resolve) => waiting.push({ to, resolve }));
    },
    close: () => undefined,
  };
}
