import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboxMail } from './outbox-mail.ts';
import { createSmtpMail, isNear } from './smtp-mail.ts';
import { isRefusal } from './with-refusals.ts';

const message = {
  to: 'ana@example.com',
  subject: 'Grüße 🌙',
  text: 'Hello Ana,\n\n123456',
  html: '<p>Hello Ana,</p><p>123456</p>',
  essence: '123456',
};

describe('Mail by SMTP', () => {
  const received: Email[] = [];
  let refuse = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse) return done(Object.assign(new Error('mailbox full'), { responseCode: 452 }));
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          received.push(email);
          done();
        }, done);
      });
    },
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  it('arrives unchanged, in both forms', async () => {
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'Afterhours <no-reply@example.com>');
    await mail.send(message);
    mail.close();
    expect(received[0]?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted' }));
    expect(received).toMatchObject([
      {
        subject: 'Grüße 🌙',
        from: { address: 'no-reply@example.com' },
        to: [{ address: 'ana@example.com' }],
        html: expect.stringContaining('123456'),
      },
    ]);
    expect(received[0]?.text?.trim()).toBe(message.text);
  });

  it('has the given headers and message id, and is marked as automatic', async () => {
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'no-reply@example.com');
    const headers = {
      'List-Unsubscribe': '<https://example.com/u/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    await mail.send({ ...message, headers, messageId: '<one@example.com>' });
    mail.close();
    const email = received.at(-1);
    expect(email?.messageId).toBe('<one@example.com>');
    const value = (key: string) => email?.headers.find((header) => header.key === key)?.value;
    expect(value('list-unsubscribe')).toBe('<https://example.com/u/x>');
    expect(value('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(value('auto-submitted')).toBe('auto-generated');
  });

  it('carries a calendar entry as an alternative that declares its method', async () => {
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'no-reply@example.com');
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
    await mail.send({ ...message, calendar: { method: 'cancel', content } });
    mail.close();
    const parts = received.at(-1)?.attachments ?? [];
    const versions = parts.filter(({ mimeType }) => mimeType === 'text/calendar');
    expect(versions.map(({ method }) => method)).toContain('CANCEL');
    for (const part of parts) expect(['text/calendar', 'application/ics']).toContain(part.mimeType);
    expect(received.at(-1)?.text?.trim()).toBe(message.text);
  });

  it('goes to another machine only if the connection is encrypted, unless the address allows otherwise', async () => {
    // The test's own server, at an address that looks like another machine's.
    const far = `smtp://[::ffff:127.0.0.1]:${port}`;
    const mail = createSmtpMail(far, 'no-reply@example.com');
    const before = received.length;
    const error: unknown = await mail.send(message).catch((reason: unknown) => reason);
    expect(String(error)).toContain('?requireTLS=false');
    // Otherwise a member whose mails wait would seem to have an address that rejects them.
    expect(isRefusal(error)).toBe(false);
    mail.close();
    expect(received).toHaveLength(before);
    for (const allowed of ['requireTLS=false', 'ignoreTLS=true']) {
      const open = createSmtpMail(`${far}?${allowed}`, 'no-reply@example.com');
      await open.send(message);
      open.close();
    }
    expect(received).toHaveLength(before + 2);
  });

  it.each([
    ['smtp://127.0.0.1:25', true],
    ['smtp://user:password@[::1]:25', true],
    ['smtp://localhost', true],
    ['smtp://relay:25', true],
    ['smtp://relay.example:25', false],
    ['smtp://192.0.2.1', false],
    ['smtp://[fd00::1]:25', false],
  ])('knows whether a server is on this machine or has a name as between containers: %s', (address, near) => {
    expect(isNear(address)).toBe(near);
  });

  it('fails if the server rejects it or is away, so that the job is retried', async () => {
    refuse = true;
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'no-reply@example.com');
    await expect(mail.send(message)).rejects.toThrow(/mailbox full/);
    mail.close();
    const nowhere = createSmtpMail('smtp://127.0.0.1:9', 'no-reply@example.com');
    await expect(nowhere.send(message)).rejects.toThrow();
    nowhere.close();
  });
});

describe('Mail without a server', () => {
  it('is written to a file that only its owner can read, and logged in one line', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-outbox-'));
    const lines: string[] = [];
    const outbox = path.join(folder, 'outbox');
    const from = 'no-reply@localhost';
    const onMessage = (line: string) => lines.push(line);
    await createOutboxMail({ folder: outbox, from, showsSecrets: true, onMessage }).send(message);
    const [file = ''] = readdirSync(path.join(folder, 'outbox'));
    const email = await PostalMime.parse(readFileSync(path.join(folder, 'outbox', file)));
    expect(email).toMatchObject({ subject: 'Grüße 🌙', to: [{ address: 'ana@example.com' }] });
    expect(statSync(path.join(folder, 'outbox', file)).mode & 0o077).toBe(0);
    expect(lines).toEqual(['Mail to ana@example.com: Grüße 🌙 123456']);
    rmSync(folder, { recursive: true });
  });

  it('is logged without codes and links if secrets must not be shown', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-outbox-'));
    const lines: string[] = [];
    const onMessage = (line: string) => lines.push(line);
    await createOutboxMail({ folder, from: 'no-reply@localhost', showsSecrets: false, onMessage }).send({
      ...message,
      subject: '123456 is your code',
    });
    const [file = ''] = readdirSync(folder);
    expect(lines).toEqual([`Mail to ana@example.com: ${path.join(folder, file)}`]);
    rmSync(folder, { recursive: true });
  });
});
