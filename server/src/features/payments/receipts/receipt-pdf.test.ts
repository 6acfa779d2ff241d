import type { Receipt } from '@afterhours/contract/payments/receipts';
import { expect, it } from 'vitest';
import { readPdf } from '#testing/read-pdf.ts';
import { loadFonts } from './pdf-fonts.ts';
import { drawReceipt } from './receipt-pdf.ts';

const party = { name: 'Hana Ito', address: null, taxId: null, vatId: null };
const build = (name: string): Receipt => ({
  number: 'R1-2026-000001',
  kind: 'receipt',
  issuedAt: '2026-11-26T10:00:00.000Z',
  refersTo: null,
  cancelledBy: null,
  cancelledAt: null,
  paymentId: '01a1fe0b-1345-70de-9139-23416f5fc456',
  paidAt: '2026-11-26T10:00:00.000Z',
  sandbox: true,
  community: 'Night Market',
  seller: party,
  buyer: { ...party, name, email: 'ana@example.com' },
  item: { title: name, host: name, startsAt: null, timeZone: null },
  currency: 'eur',
  amount: 1_190,
  taxPercent: 19,
  tax: 190,
});
/** Returns the text of a receipt, as copied from the PDF. */
const wordsOf = async (name: string): Promise<string> => readPdf(await drawReceipt(build(name))).join(' ');

/** Returns the names of the fonts that a PDF embeds. */
const fontsOf = async (name: string): Promise<string[]> => {
  const file = (await drawReceipt(build(name))).toString('latin1');
  return [...new Set([...file.matchAll(/\/FontName \/[A-Z]+\+(\w+)/g)].map(([, font]) => font ?? ''))].toSorted();
};

it.each([
  ['Ana Silva', ['DejaVuSans']],
  ['Άννα Жанна ערב مساء', ['DejaVuSans']],
  ['简体中文 繁體中文 日本語カタカナ ひらがな', ['DejaVuSans', 'NotoSansHans']],
  ['한국어 서울', ['DejaVuSans', 'NanumGothic']],
  ['Ana 日本 서울', ['DejaVuSans', 'NanumGothic', 'NotoSansHans']],
])('A receipt for %s is drawn with the fonts that it needs, and no others', async (name, fonts) => {
  const families = (await fontsOf(name)).map((font) => /^(DejaVuSans|NotoSansHans|NanumGothic)/.exec(font)?.[1]);
  expect([...new Set(families)]).toEqual(fonts);
  expect((await loadFonts(name)).complete).toBe(true);
});

it('Letters that no font has become question marks instead of empty boxes, with a note in the PDF', async () => {
  const fonts = await loadFonts('Ana ภาษา 😀');
  const write = (text: string) =>
    fonts
      .runsOf(text)
      .map((run) => run.text)
      .join('');
  expect(fonts.complete).toBe(false);
  expect(write('Ana ภาษา 😀')).toMatch(/^Ana \?+ .$/u);
  // Joiners have no visible sign.
  expect((await loadFonts('Ana\u2060')).complete).toBe(true);
  const drawn = await wordsOf('ภาษา');
  expect(drawn).toContain('Webinar ???? Host: ????');
  expect(drawn).toContain('Characters this PDF cannot show appear as “?”.');
  expect(await wordsOf('Ana')).not.toContain('cannot show');
});

it('A text in several scripts is split where the font changes, and keeps its order', async () => {
  const fonts = await loadFonts('Ana 日本 서울');
  expect(fonts.runsOf('Ana日本서울!').map((run) => run.text)).toEqual(['Ana', '日本', '서울', '!']);
});

it('A receipt shows the amount paid, and the tax in it', async () => {
  const text = await wordsOf('日本 Ana');
  expect(text).toContain('Receipt R1-2026-000001 Issued on Thursday, 26 November 2026');
  expect(text).toContain('日本 Ana');
  expect(text).toContain('Net €10.00 Tax (19%) €1.90 Paid on Thursday, 26 November 2026 €11.90');
});

it('A cancelled receipt names its credit note, and the day of it', async () => {
  const cancelled = { ...build('Ana'), cancelledBy: 'R1-2026-000002', cancelledAt: '2026-11-28T23:30:00.000Z' };
  expect(readPdf(await drawReceipt(cancelled)).join(' ')).toContain(
    'Cancelled by credit note R1-2026-000002 on Saturday, 28 November 2026',
  );
});
