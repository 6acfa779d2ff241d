import { expect, it } from 'vitest';
import { paragraph, writeLetter, writeLink } from './letter.ts';

it('leaves the colours of text and background to the mail client, which may be in dark mode', () => {
  const { html } = writeLetter(
    { to: 'ana@example.com', name: 'Ana', appName: 'Afterhours' },
    [],
    writeLink('https://a.example', 'Open'),
  );
  expect(html).toContain('Hello Ana,');
  expect(html).not.toMatch(/color|background/);
});

it('has its own direction, whatever that of the mail program is', () => {
  const { html } = writeLetter({ to: 'ana@example.com', name: 'Ana', appName: 'Afterhours' }, []);
  expect(html).toMatch(/^<div lang="en" dir="ltr"/);
});

it('keeps the line breaks that a member typed', () => {
  expect(paragraph('Sorry.\n\n<See> you')).toContain('Sorry.<br><br>&#60;See&#62; you');
});
