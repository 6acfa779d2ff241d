import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Evidence } from './evidence.tsx';

const picture = (number: number, alt: string) => ({
  url: `/api/uploads/post/${number}.jpg`,
  width: 40,
  height: 30,
  placeholder: '',
  alt,
});

const none = {
  text: '',
  title: null,
  link: null,
  files: [],
  pictures: [],
  documents: [],
  createdAt: null,
  edited: null,
};

it.each([
  ['A lamp\n\nA cat', ''],
  ['Buy\n\nA lamp\n\nA cat', 'Buy'],
  ['A lamp\n\nA cat\n\nA lamp\n\nA cat', 'A lamp\n\nA cat'],
  ['Buy a lamp\n\nA cat', 'Buy a lamp\n\nA cat'],
])('The descriptions of pictures, which end the text %j, are only shown with the pictures', (text, shown) => {
  const pictures = [picture(1, 'A lamp'), picture(2, ''), picture(3, 'A cat')];
  render(<Evidence of={{ ...none, text, edited: text, pictures }} />);
  const texts = [...document.querySelectorAll('blockquote > p')].map(({ textContent }) => textContent);
  expect(texts).toEqual([shown, 'As it is now, edited by its author:', shown]);
  expect(screen.getAllByText('A cat', { selector: 'li > p' })).toHaveLength(1);
});

it('Documents can be downloaded, and their names are not listed a second time', () => {
  const documents = [{ name: 'offer.pdf', url: '/api/uploads/message/1.pdf?download=1' }];
  render(<Evidence of={{ ...none, files: ['offer.pdf', 'old.docx'], documents }} />);
  const link = screen.getByRole('link', { name: 'Download offer.pdf' });
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([documents[0]?.url, 'offer.pdf']);
  expect(screen.getAllByText(/offer\.pdf/)).toHaveLength(1);
  expect(screen.getByText('old.docx')).toBeTruthy();
});
