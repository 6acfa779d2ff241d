/** A receipt as a PDF with the same content as its page. Only the letters that it needs of each font are embedded. */
import { buffer } from 'node:stream/consumers';
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { Receipt } from '@afterhours/contract/payments/receipts';
import { english } from '#texts/english.ts';
import { writeDay } from '#texts/times.ts';
import { type Fonts, loadFonts, type Run } from './pdf-fonts.ts';
import { isolate, toDrawn, toLines } from './text-lines.ts';

const texts = defineMessages('receipts.pdf', {
  receipt: 'Receipt {number}',
  creditNote: 'Credit note {number}',
  refersTo: 'Cancels receipt {number}',
  cancelledBy: 'Cancelled by credit note {number} on {day}',
  issued: 'Issued on {day}',
  from: 'From',
  to: 'To',
  taxId: 'Tax ID: {id}',
  vatId: 'VAT ID: {id}',
  webinar: 'Webinar',
  host: 'Host: {name}',
  starts: 'Starts: {time}',
  net: 'Net',
  tax: 'Tax ({percent}%)',
  paid: 'Paid on {day}',
  refunded: 'Refunded',
  payment: 'Payment: {id}',
  sandbox: 'This was the sandbox: no money moved.',
  missing: 'Characters this PDF cannot show appear as “?”. The original is the receipt’s page.',
});

const MARGIN = 56;
/** The height of a line, and the position of its baseline, as multiples of the font size. */
const LINE = 1.6;
const BASELINE = 0.93;

/** A document that is being drawn, with its fonts; `day` formats days. */
type Sheet = { doc: PDFKit.PDFDocument; fonts: Fonts; day: (time: string) => string };

type Style = { size?: number; bold?: boolean; grey?: boolean; atEnd?: boolean };
type Column = { x: number; width: number };

const choose = ({ doc }: Sheet, { face }: Pick<Run, 'face'>, bold = false) =>
  doc.font(bold ? face.bold() : face.regular());

const widthOf = (sheet: Sheet, text: string, bold?: boolean): number =>
  sheet.fonts.runsOf(toDrawn(text)).reduce((sum, run) => sum + choose(sheet, run, bold).widthOfString(run.text), 0);

/** Writes the pieces of one line: words, and the spaces between them. */
function writeLine(
  sheet: Sheet,
  pieces: readonly string[],
  column: Column,
  { atEnd = false, bold, size = 10 }: Style,
): void {
  const { doc, fonts } = sheet;
  const top = doc.y;
  const used = pieces.reduce((sum, piece) => sum + widthOf(sheet, piece, bold), 0);
  let x = atEnd ? column.x + column.width - used : column.x;
  for (const run of pieces.flatMap((piece) => fonts.runsOf(piece))) {
    // All fonts share one baseline, whatever their height.
    choose(sheet, run, bold);
    if (run.text !== ' ') doc.text(run.text, x, top + size * BASELINE, { lineBreak: false, baseline: 'alphabetic' });
    x += doc.widthOfString(run.text);
  }
  doc.y = top;
}

/** Writes a text below the current position, wrapped to the width of the column. */
function write(sheet: Sheet, text: string, column: Column, style: Style = {}): void {
  const { doc } = sheet;
  const size = style.size ?? 10;
  doc.fontSize(size).fillColor(style.grey ? '#5c5c5c' : '#111111');
  for (const paragraph of text.split('\n')) {
    for (const line of toLines(paragraph, column.width, (part) => widthOf(sheet, part, style.bold))) {
      if (doc.y > doc.page.height - 2 * MARGIN) doc.addPage();
      writeLine(sheet, line, column, style);
      doc.y += size * LINE;
    }
  }
}

function formatTime({ startsAt, timeZone }: Receipt['item']): string | null {
  if (startsAt === null) return null;
  const parts = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const zone = timeZone ?? 'UTC';
  return `${new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(new Date(startsAt))} (${zone})`;
}

function writeParty(sheet: Sheet, label: WrittenText, party: Receipt['seller'] & { email?: string }, x: number): void {
  const column = { x, width: 220 };
  write(sheet, label, column, { size: 9, grey: true });
  write(sheet, party.name, column, { bold: true });
  if (party.address !== null) write(sheet, party.address, column);
  if (party.taxId !== null) write(sheet, english(texts.taxId, { id: isolate(party.taxId) }), column);
  if (party.vatId !== null) write(sheet, english(texts.vatId, { id: isolate(party.vatId) }), column);
  if (party.email !== undefined) write(sheet, party.email, column);
}

/** Writes two texts on one line: a label, and an amount aligned to the end. */
function writeSum(sheet: Sheet, label: string, sum: string, style: Style = {}): void {
  const { doc } = sheet;
  const top = doc.y;
  write(sheet, label, { x: MARGIN, width: 320 }, style);
  const below = doc.y;
  doc.y = top;
  write(sheet, sum, { x: MARGIN, width: doc.page.width - 2 * MARGIN }, { ...style, atEnd: true });
  doc.y = below;
}

function writeItem(sheet: Sheet, receipt: Receipt): void {
  const { doc, day } = sheet;
  const { item, amount, currency, tax, taxPercent, kind } = receipt;
  const column = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  const price = (sum: number): string => formatPrice({ amount: sum, currency });
  const starts = formatTime(item);
  write(sheet, english(texts.webinar), column, { size: 9, grey: true });
  write(sheet, item.title, column, { bold: true });
  if (item.host !== null) write(sheet, english(texts.host, { name: isolate(item.host) }), column);
  if (starts !== null) write(sheet, english(texts.starts, { time: starts }), column);
  doc.y += 16;
  if (taxPercent !== null) {
    writeSum(sheet, english(texts.net), price(amount - tax));
    writeSum(sheet, english(texts.tax, { percent: String(taxPercent) }), price(tax));
  }
  const what = kind === 'receipt' ? english(texts.paid, { day: day(receipt.paidAt) }) : english(texts.refunded);
  writeSum(sheet, what, price(amount), { bold: true, size: 12 });
}

function writeHead(sheet: Sheet, receipt: Receipt): void {
  const { kind, number, community, refersTo, issuedAt, cancelledBy, cancelledAt } = receipt;
  const { doc, day } = sheet;
  const column = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  write(sheet, community, column, { grey: true });
  const title = kind === 'receipt' ? texts.receipt : texts.creditNote;
  write(sheet, english(title, { number }), column, { size: 18, bold: true });
  write(sheet, english(texts.issued, { day: day(issuedAt) }), column);
  if (refersTo !== null) write(sheet, english(texts.refersTo, { number: refersTo }), column);
  if (cancelledBy !== null && cancelledAt !== null)
    write(sheet, english(texts.cancelledBy, { number: cancelledBy, day: day(cancelledAt) }), column);
}

/** Returns all texts by members in a receipt, and the currency's symbols, to choose fonts by. */
const textsOf = ({ seller, buyer, item, community, currency }: Receipt): string =>
  [
    community,
    ...[seller, buyer, item].flatMap((part) => Object.values(part)),
    formatPrice({ amount: 0, currency }),
  ].join('');

function drawSheet(sheet: Sheet, receipt: Receipt): void {
  const { doc, fonts } = sheet;
  const column = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  if (receipt.sandbox) write(sheet, english(texts.sandbox), column, { bold: true });
  writeHead(sheet, receipt);
  doc.y += 20;
  const top = doc.y;
  writeParty(sheet, english(texts.from), receipt.seller, MARGIN);
  const below = doc.y;
  doc.y = top;
  writeParty(sheet, english(texts.to), receipt.buyer, MARGIN + 250);
  doc.y = Math.max(below, doc.y) + 24;
  writeItem(sheet, receipt);
  doc.y += 24;
  write(sheet, english(texts.payment, { id: receipt.paymentId }), column, { size: 8, grey: true });
  if (!fonts.complete) write(sheet, english(texts.missing), column, { size: 8, grey: true });
}

/**
 * Returns the PDF. Its days are those of UTC, so that all copies of a receipt agree. Loads the library and fonts on
 * demand, because few servers ever draw one.
 */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const info = { Title: receipt.number, Author: receipt.seller.name, CreationDate: new Date(receipt.issuedAt) };
  const doc = new PdfDocument({ size: 'A4', margin: MARGIN, info, lang: 'en', displayTitle: true });
  const drawn = buffer(doc);
  const day = (time: string): string => writeDay(new Date(time), null);
  drawSheet({ doc, fonts: await loadFonts(textsOf(receipt)), day }, receipt);
  doc.end();
  return drawn;
}
