/**
 * A receipt as a PDF, drawn from what the page shows. One font of many scripts is embedded, as far as its letters are
 * used.
 */
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { Receipt } from '@afterhours/contract/receipts';
import { english } from '#texts/english.ts';
import { isRightToLeft, toLines } from './text-lines.ts';

const texts = defineMessages('receipts.pdf', {
  receipt: 'Receipt {number}',
  creditNote: 'Credit note {number}',
  refersTo: 'Takes back receipt {number}',
  issued: 'Issued on {day}',
  from: 'From',
  to: 'To',
  taxId: 'Tax ID: {id}',
  vatId: 'VAT ID: {id}',
  webinar: 'Webinar',
  host: 'Host: {name}',
  starts: 'Starts: {time}',
  net: 'Net',
  tax: 'Tax ({percent} %)',
  paid: 'Paid on {day}',
  refunded: 'Refunded',
  payment: 'Payment: {id}',
  sandbox: 'This was the sandbox: no money moved.',
});

const FONTS = createRequire(import.meta.url);
const REGULAR = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf';
const BOLD = 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf';
const MARGIN = 56;
/** The height of a line, in sizes of its font. */
const LINE = 1.6;

type Document = PDFKit.PDFDocument;

type Style = { size?: number; bold?: boolean; grey?: boolean; atEnd?: boolean };
type Place = { x: number; width: number };

/**
 * One line, word by word: the font puts the letters of a word in order, and would draw a space on its wrong side where
 * the word runs from right to left.
 */
function writeLine(doc: Document, line: string, place: Place, atEnd: boolean): void {
  const top = doc.y;
  const space = doc.widthOfString(' ');
  const words = line.split(' ');
  const widths = words.map((word) => doc.widthOfString(word));
  const used = widths.reduce((sum, width) => sum + width, space * (words.length - 1));
  let x = atEnd ? place.x + place.width - used : place.x;
  for (const [at, word] of words.entries()) {
    doc.text(word, x, top, { lineBreak: false });
    x += (widths[at] ?? 0) + space;
  }
  doc.y = top;
}

/** A text below what was drawn, in lines as wide as the place. */
function write(doc: Document, text: string, place: Place, style: Style = {}): void {
  const size = style.size ?? 10;
  doc
    .font(FONTS.resolve(style.bold ? BOLD : REGULAR))
    .fontSize(size)
    .fillColor(style.grey ? '#5c5c5c' : '#111111');
  for (const paragraph of text.split('\n')) {
    for (const line of toLines(paragraph, place.width, (part) => doc.widthOfString(part))) {
      if (doc.y > doc.page.height - 2 * MARGIN) doc.addPage();
      writeLine(doc, line, place, style.atEnd ?? isRightToLeft(paragraph));
      doc.y += size * LINE;
    }
  }
}

const day = (time: string): string => time.slice(0, 10);

function formatTime({ startsAt, timeZone }: Receipt['item']): string | null {
  if (startsAt === null) return null;
  const parts = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const zone = timeZone ?? 'UTC';
  return `${new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(new Date(startsAt))} (${zone})`;
}

function writeParty(doc: Document, label: WrittenText, party: Receipt['seller'] & { email?: string }, x: number): void {
  const place = { x, width: 220 };
  write(doc, label, place, { size: 9, grey: true });
  write(doc, party.name, place, { bold: true });
  if (party.address !== null) write(doc, party.address, place);
  if (party.taxId !== null) write(doc, english(texts.taxId, { id: party.taxId }), place);
  if (party.vatId !== null) write(doc, english(texts.vatId, { id: party.vatId }), place);
  if (party.email !== undefined) write(doc, party.email, place);
}

/** Two texts on a line: what, and how much. */
function writeSum(doc: Document, label: string, sum: string, style: Style = {}): void {
  const top = doc.y;
  write(doc, label, { x: MARGIN, width: 320 }, style);
  const below = doc.y;
  doc.y = top;
  write(doc, sum, { x: MARGIN, width: doc.page.width - 2 * MARGIN }, { ...style, atEnd: true });
  doc.y = below;
}

function writeItem(doc: Document, receipt: Receipt): void {
  const { item, amount, currency, tax, taxPercent, kind } = receipt;
  const place = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  const price = (sum: number): string => formatPrice({ amount: sum, currency });
  const starts = formatTime(item);
  write(doc, english(texts.webinar), place, { size: 9, grey: true });
  write(doc, item.title, place, { bold: true });
  if (item.host !== null) write(doc, english(texts.host, { name: item.host }), place);
  if (starts !== null) write(doc, english(texts.starts, { time: starts }), place);
  doc.y += 16;
  if (taxPercent !== null) {
    writeSum(doc, english(texts.net), price(amount - tax));
    writeSum(doc, english(texts.tax, { percent: String(taxPercent) }), price(tax));
  }
  const what = kind === 'receipt' ? english(texts.paid, { day: day(receipt.paidAt) }) : english(texts.refunded);
  writeSum(doc, what, price(amount), { bold: true, size: 12 });
}

function writeHead(doc: Document, { kind, number, community, refersTo, issuedAt }: Receipt): void {
  const place = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  write(doc, community, place, { grey: true });
  const title = kind === 'receipt' ? texts.receipt : texts.creditNote;
  write(doc, english(title, { number }), place, { size: 18, bold: true });
  write(doc, english(texts.issued, { day: day(issuedAt) }), place);
  if (refersTo !== null) write(doc, english(texts.refersTo, { number: refersTo }), place);
}

/** Returns the PDF. The library is loaded here: few servers ever draw one. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const info = { Title: receipt.number, Author: receipt.seller.name, CreationDate: new Date(receipt.issuedAt) };
  const doc = new PdfDocument({ size: 'A4', margin: MARGIN, info, lang: 'en', displayTitle: true });
  const drawn = buffer(doc);
  const place = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  if (receipt.sandbox) write(doc, english(texts.sandbox), place, { bold: true });
  writeHead(doc, receipt);
  doc.y += 20;
  const top = doc.y;
  writeParty(doc, english(texts.from), receipt.seller, MARGIN);
  const below = doc.y;
  doc.y = top;
  writeParty(doc, english(texts.to), receipt.buyer, MARGIN + 250);
  doc.y = Math.max(below, doc.y) + 24;
  writeItem(doc, receipt);
  doc.y += 24;
  write(doc, english(texts.payment, { id: receipt.paymentId }), place, { size: 8, grey: true });
  doc.end();
  return drawn;
}
