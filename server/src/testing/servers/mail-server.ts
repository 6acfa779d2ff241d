/** A mail server on loopback that keeps received mails, for tests of the product with mail sending configured. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  /** Returns the texts of the mails to an address, oldest first. */
  textsTo(address: string): string[];
  /** Returns their message ids. */
  idsTo(address: string): string[];
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          received.push(email);
          done();
        }, done);
      });
    },
  });
  // Clients that are killed while they send cause these errors.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const listTo = (address: string) => received.filter(({ to }) => to?.some((one) => one.address === address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    textsTo: (address) => listTo(address).map(({ text }) => text ?? ''),
    idsTo: (address) => listTo(address).map(({ messageId }) => messageId ?? ''),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
