import * as contract from '@afterhours/contract/moderation/staff-people';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { toPersonView } from '#features/people/views.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { english } from '#texts/english.ts';
import { factorsMail, writeFactorsRemoved } from './factors-mail.ts';
import { goodbyeMail, writeGoodbye } from './goodbye-mail.ts';
import { movedMail, writeMoved } from './moved-mail.ts';
import * as commands from './people-commands.ts';
import {
  type HistoryRow,
  memberExists,
  type StaffPersonRow,
  selectHistory,
  selectPeople,
  selectPerson,
  staffPersonKey,
} from './people-queries.ts';
import { requireOtherMember } from './rank.ts';
import { selectRelated } from './related/related-queries.ts';

const { staffPeopleMessages } = contract;
const PEOPLE = 'staff-people';
const SHOWN_DECISIONS = 30;

const toSanction = (sanction: StaffPersonRow['sanction']) =>
  sanction && { until: sanction.until && new Date(sanction.until).toISOString() };

const toStaffPersonView = (row: StaffPersonRow, role: string | null): contract.StaffPerson => ({
  user: toPersonView(row),
  email: role === 'owner' ? row.email : null,
  isUserVerified: row.confirmed,
  role: row.role,
  sanction: toSanction(row.sanction),
  waiting: row.waiting,
  createdAt: row.created_at.toISOString(),
});

const toHistoryView = (row: HistoryRow) => ({
  _id: row.id,
  caseId: row.case_id,
  kind: row.subject_kind,
  action: row.action,
  label: row.label,
  rule: row.rule,
  reversed: row.reversed,
  decidedBy: row.decider && toPersonView(row.decider),
  createdAt: row.created_at.toISOString(),
});

function bindReads({ bind, services }: FeatureContext): void {
  bind(contract.listStaffPeople, async ({ session, query }) => {
    const start = pageStart(PEOPLE, ['id'], query);
    const rows = await selectPeople(services.readsNow, query.keyword ?? '', start);
    const { items, ...paging } = toPage(PEOPLE, rows, start, staffPersonKey);
    return { body: items.map((row) => toStaffPersonView(row, session.role)), ...paging };
  });

  bind(contract.listRelated, async ({ session, params }) => {
    requireOtherMember(session, params.id, staffPeopleMessages.own);
    if (!(await memberExists(services.readsNow, params.id))) throw notFound();
    const rows = await selectRelated(services.readsNow, params.id);
    return {
      body: rows.map(({ reasons, sanction, ...person }) => ({
        user: toPersonView(person),
        reasons,
        sanction: toSanction(sanction),
      })),
    };
  });

  bind(contract.getStaffPerson, async ({ session, params }) => {
    const row = await selectPerson(services.readsNow, params.id);
    if (!row) throw notFound();
    const decisions = await selectHistory(services.readsNow, params.id, SHOWN_DECISIONS);
    return {
      body: {
        ...toStaffPersonView(row, session.role),
        lastSeenAt: row.last_seen_at?.toISOString() ?? null,
        twoFactorEnabled: row.two_factor,
        passkeys: row.passkeys,
        sessions: row.sessions,
        cases: row.cases,
        seller: row.seller,
        decisions: decisions.map(toHistoryView),
      },
    };
  });
}

/** Members for staff. */
export function bindPeople(context: FeatureContext): void {
  const { bind, services } = context;
  services.jobs.work(goodbyeMail, (job) => services.mail.send(writeGoodbye(job, services.community.name())));
  services.jobs.work(movedMail, (job) => services.mail.send(writeMoved(job, services.community.name())));
  const { oidc } = services.config;
  const provider = oidc?.only ? oidc.name : null;
  services.jobs.work(factorsMail, (job) =>
    services.mail.send(writeFactorsRemoved(job, { appName: services.community.name(), provider })),
  );
  bindReads(context);

  bind(contract.endMemberSessions, async ({ session, params }) => {
    const ended = await commands.endMemberSessions(services, session, params.id);
    return { message: english(staffPeopleMessages.ended, { n: ended }), body: { ended } };
  });

  bind(contract.confirmMemberEmail, async ({ session, params }) => {
    await commands.confirmMemberEmail(services, session, params.id);
    return { message: staffPeopleMessages.confirmed, body: { isUserVerified: true } };
  });

  bind(contract.changeMemberEmail, async ({ session, params, body }) => {
    await commands.changeMemberEmail(services, session, params.id, body.newEmail);
    return { message: staffPeopleMessages.emailChanged, body: { email: body.newEmail } };
  });

  bind(contract.removeMemberFactors, async ({ session, params, body }) => {
    const removed = await commands.removeMemberFactors(services, session, params.id, body.words);
    return { message: staffPeopleMessages.factorsRemoved, body: removed };
  });

  bind(contract.setSeller, async ({ session, params, body: { seller } }) => {
    await commands.setSeller(services, session, params.id, seller);
    return { message: staffPeopleMessages[seller ? 'sellerApproved' : 'sellerEnded'], body: { seller } };
  });

  bindMailsAndDeletion(context);
}

function bindMailsAndDeletion({ bind, services }: FeatureContext): void {
  bind(contract.sendMemberReset, async ({ session, params }) => {
    await commands.sendMemberReset(services, session, params.id);
    return { message: staffPeopleMessages.resetSent, body: null };
  });

  bind(contract.sendMemberExport, async ({ session, params }) => {
    await commands.sendMemberExport(services, session, params.id);
    return { message: staffPeopleMessages.exportSent, body: null };
  });

  bind(contract.deleteMember, async ({ session, params, body }) => {
    await commands.deleteMember(services, session, params.id, body);
    return { message: staffPeopleMessages.deleted, body: null };
  });
}
