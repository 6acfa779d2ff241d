/** The names of what owners can change, as the forms and the log show them. */
import { defineMessages } from '@afterhours/contract/base/message';

export const settingNames = defineMessages('moderation.settingNames', {
  name: 'Name',
  about: 'Welcome text',
  rules: 'Rules',
  contact: 'Email for questions',
  announcement: 'Announcement',
  accent: 'Accent colour',
  registration: 'Who may join',
  question: 'Question for applicants',
  blockedMailDomains: 'Blocked email providers',
  proofOfWork: 'Ask for a proof of work',
  language: 'Default language',
  postsPerDay: 'Posts a day',
  commentsPerDay: 'Comments a day',
  messagesPerDay: 'Messages a day',
  uploadMbPerDay: 'Uploads a day, in MB',
  storageMb: 'Total storage, in MB',
  sellers: 'Who may publish webinars',
  sellerDays: 'Days as a member',
  seller: 'Seller',
  sharePercent: 'Community’s share, in percent',
  billingName: 'Seller on receipts',
  billingAddress: 'Address',
  billingTaxId: 'Tax ID',
  billingVatId: 'VAT ID',
  billingTaxPercent: 'Tax, in percent',
});

export const switchNames = defineMessages('moderation.switchNames', {
  newMembers: 'Limit new members',
  firstJobs: 'Hold the first job of a new member',
  reportedHosts: 'Hold paid webinars of hosts who are reported',
  reporters: 'Hold a new member’s content once three members have reported it',
});

export const documentNames = defineMessages('moderation.documentNames', {
  terms: 'Terms and conditions',
  privacy: 'Privacy policy',
});
