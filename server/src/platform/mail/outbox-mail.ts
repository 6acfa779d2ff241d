import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { newId } from '#db/id.ts';
import type { Mail } from './mail.ts';

/** Mail as `.eml` files in a folder, its link or code told to `onMessage`: for a machine without a mail server. */
export function createOutboxMail(folder: string, from: string, onMessage: (line: string) => void): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send({ to, subject, text, html, essence }) {
      const { message } = await transport.sendMail({ to, subject, text, html });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${newId()}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      onMessage(`Mail to ${to}: ${subject} ${essence}`);
    },
    close: () => transport.close(),
  };
}
