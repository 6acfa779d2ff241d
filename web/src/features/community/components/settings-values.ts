/** Converts the community's settings to the text values of a form, and back. */
import type { CommunitySettings, RegistrationMode } from '@afterhours/contract/community/community';
import type { SellerMode } from '@afterhours/contract/community/community-limits';
import type { SellingMode } from '@afterhours/contract/community/community-money';
import type { Language } from '@afterhours/contract/constants/languages';
import type { useForm } from '#lib/forms/use-form.ts';

type TextKey =
  | 'name'
  | 'about'
  | 'rules'
  | 'contact'
  | 'announcement'
  | 'accent'
  | 'question'
  | 'billingName'
  | 'billingAddress'
  | 'billingTaxId'
  | 'billingVatId';
type NumberKey =
  | 'postsPerDay'
  | 'commentsPerDay'
  | 'messagesPerDay'
  | 'uploadMbPerDay'
  | 'storageMb'
  | 'billingTaxPercent';

const textKeys: readonly TextKey[] = [
  'name',
  'about',
  'rules',
  'contact',
  'announcement',
  'accent',
  'question',
  'billingName',
  'billingAddress',
  'billingTaxId',
  'billingVatId',
];
const numberKeys: readonly NumberKey[] = [
  'postsPerDay',
  'commentsPerDay',
  'messagesPerDay',
  'uploadMbPerDay',
  'storageMb',
  'billingTaxPercent',
];

export type SettingValues = Record<keyof CommunitySettings, string>;

/** Returns the props of a setting's field, with its name as the label. */
export type SettingField = (
  name: keyof SettingValues,
) => ReturnType<ReturnType<typeof useForm<SettingValues, unknown>>['field']> & { label: string };

const mapKeys = <K extends string, T>(keys: readonly K[], find: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, find(key)])) as Record<K, T>;

export const toValues = (settings: CommunitySettings): SettingValues => ({
  ...mapKeys(textKeys, (key) => settings[key] ?? ''),
  ...mapKeys(numberKeys, (key) => String(settings[key] ?? '')),
  registration: settings.registration,
  blockedMailDomains: settings.blockedMailDomains.join('\n'),
  language: settings.language,
  sellers: settings.sellers,
  sellerDays: String(settings.sellerDays),
  seller: settings.seller,
  sharePercent: String(settings.sharePercent),
  proofOfWork: settings.proofOfWork ? 'on' : '',
});

/** NaN is rejected by the schema, with the message of the field. */
const toNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')));

export const toSettings = (values: SettingValues) => ({
  ...mapKeys(textKeys, (key) => values[key].trim() || null),
  ...mapKeys(numberKeys, (key) => (values[key].trim() === '' ? null : toNumber(values[key]))),
  registration: values.registration as RegistrationMode,
  blockedMailDomains: values.blockedMailDomains.split(/[\s,]+/).filter(Boolean),
  language: values.language as Language,
  sellers: values.sellers as SellerMode,
  sellerDays: toNumber(values.sellerDays),
  seller: values.seller as SellingMode,
  sharePercent: toNumber(values.sharePercent),
  proofOfWork: values.proofOfWork === 'on',
});
