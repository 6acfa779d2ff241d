/**
 * The format of the community's stored settings. The previous version can read it, and a value that this version cannot
 * read does not keep a server from starting.
 */
import { type CommunitySettings, communitySettings, defaultSettings } from '@afterhours/contract/community/community';
import * as z from 'zod/mini';

type Stored = Readonly<Record<string, unknown>>;

const { shape } = communitySettings;

/**
 * Converts settings to their stored form. Versions without joining by approval read 'invitation', which admits only
 * people whom the staff have chosen.
 */
export function toStored({ registration, ...settings }: CommunitySettings): Stored {
  const byApproval = registration === 'approval';
  return { ...settings, registration: byApproval ? 'invitation' : registration, byApproval };
}

/** Returns the registration mode; `closed` if the stored mode is unknown. */
function readRegistration({ registration, byApproval }: Stored): CommunitySettings['registration'] {
  if (registration === undefined) return defaultSettings.registration;
  if (registration === 'invitation' && byApproval === true) return 'approval';
  const read = z.safeParse(shape.registration, registration);
  return read.success ? read.data : 'closed';
}

/** Returns the stored domains that are valid, each checked separately. */
function readDomains({ blockedMailDomains: stored }: Stored): string[] {
  if (!Array.isArray(stored)) return defaultSettings.blockedMailDomains;
  return stored.flatMap((domain) => {
    const read = z.safeParse(shape.blockedMailDomains, [domain]);
    return read.success ? read.data : [];
  });
}

/** Returns who may publish webinars; only members approved by staff if the stored value is unknown. */
function readSellers({ sellers }: Stored): CommunitySettings['sellers'] {
  if (sellers === undefined) return defaultSettings.sellers;
  const read = z.safeParse(shape.sellers, sellers);
  return read.success ? read.data : 'approved';
}

type OwnRule = 'registration' | 'blockedMailDomains' | 'sellers';

function readOne<K extends Exclude<keyof CommunitySettings, OwnRule>>(stored: Stored, key: K): CommunitySettings[K] {
  const read = z.safeParse<z.core.$ZodType<CommunitySettings[K]>>(shape[key] as never, stored[key]);
  return read.success ? read.data : defaultSettings[key];
}

/** Returns stored settings; each that is missing or invalid in this version gets its default. */
export const fromStored = (stored: Stored): CommunitySettings => ({
  name: readOne(stored, 'name'),
  about: readOne(stored, 'about'),
  rules: readOne(stored, 'rules'),
  contact: readOne(stored, 'contact'),
  announcement: readOne(stored, 'announcement'),
  accent: readOne(stored, 'accent'),
  question: readOne(stored, 'question'),
  registration: readRegistration(stored),
  blockedMailDomains: readDomains(stored),
  language: readOne(stored, 'language'),
  postsPerDay: readOne(stored, 'postsPerDay'),
  commentsPerDay: readOne(stored, 'commentsPerDay'),
  messagesPerDay: readOne(stored, 'messagesPerDay'),
  uploadMbPerDay: readOne(stored, 'uploadMbPerDay'),
  storageMb: readOne(stored, 'storageMb'),
  sellers: readSellers(stored),
  proofOfWork: readOne(stored, 'proofOfWork'),
  sellerDays: readOne(stored, 'sellerDays'),
  seller: readOne(stored, 'seller'),
  sharePercent: readOne(stored, 'sharePercent'),
  billingName: readOne(stored, 'billingName'),
  billingAddress: readOne(stored, 'billingAddress'),
  billingTaxId: readOne(stored, 'billingTaxId'),
  billingVatId: readOne(stored, 'billingVatId'),
  billingTaxPercent: readOne(stored, 'billingTaxPercent'),
});
