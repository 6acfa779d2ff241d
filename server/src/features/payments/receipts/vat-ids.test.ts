import { isVatId, plainVatId } from '@afterhours/contract/payments/vat-ids';
import { expect, it } from 'vitest';

it.each([
  'ATU12345678 BE0123456789 BE1234567890 BG123456789 BG1234567890 CY12345678X CZ12345678 CZ123456789 CZ1234567890',
  'DE123456789 DK12345678 EE123456789 EL123456789 ESX1234567X ES12345678X ESX12345678 FI12345678 FR12345678901',
  'FRXX123456789 HR12345678901 HU12345678 IE1234567WA IE1234567X IE1A23456X IT12345678901 LT123456789',
  'LT123456789012 LU12345678 LV12345678901 MT12345678 NL123456789B01 PL1234567890 PT123456789 RO12 RO1234567890',
  'SE123456789001 SI12345678 SK1234567890 XI123456789 XI123456789012 XIGD123 XIHA599',
])('VAT IDs in the formats of their countries are accepted: %s', (all) => {
  for (const id of all.split(' ')) expect(isVatId(id), id).toBe(true);
});

it('VAT IDs with a digit too many or too few, or of other countries, are rejected', () => {
  const wrong = 'ATU1234567 AT12345678 BE2123456789 CY123456789 DE12345678 DE1234567890 ES123456789 FRIO123456789';
  for (const id of `${wrong} NL123456789A01 SE123456789002 GB123456789 CHE123456789 US1 GR123456789 DE`.split(' '))
    expect(isVatId(id), id).toBe(false);
});

it('VAT IDs can be typed with spaces, dots, hyphens and lower case', () => {
  expect(plainVatId(' de 123.456-789 ')).toBe('DE123456789');
  expect(isVatId(plainVatId('nl 1234 56789 b 01'))).toBe(true);
});
