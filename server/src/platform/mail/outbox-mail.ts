import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { newId } from '#db/statements/id.ts';
import { type Mail, toMessage } from './mail.ts';

type OutboxOptions = {
  folder: string;
  from: string;
  /** Whether the log line may contain a mail's link or code. */
  showsSecrets: boolean;
  onMessage: (line: string) => void;
};

/**
 * Writes mails as `.eml` files into a folder, for a machine without a mail server; `onMessage` receives a line for
 * each.
 */
export function createOutboxMail({ folder, from, showsSecrets, onMessage }: OutboxOptions): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send({ essence, ...written }) {
      const { to, subject } = written;
      const { message } = await transport.sendMail(toMessage(written));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${newId()}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      onMessage(`Mail to ${to}: ${showsSecrets ? `${subject} ${essence}`.trimEnd() : file}`);
    },
    close: () => transport.close(),
  };
}
