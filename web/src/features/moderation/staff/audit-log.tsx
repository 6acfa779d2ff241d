import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { CommunitySettings } from '@afterhours/contract/community/community';
import type { AutomationSwitches } from '@afterhours/contract/moderation/automation';
import { categoryNames, type ReportCategory } from '@afterhours/contract/moderation/moderation';
import {
  AUDIT_EXPORT_PATH,
  type AuditAction,
  type AuditEntry,
  type listAudit,
} from '@afterhours/contract/moderation/staff-audit';
import { call } from '#lib/api/client.ts';
import { download } from '#lib/api/download.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { formatExact } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { words } from '#ui/text/words.ts';
import { decisionName } from '../cases/case-texts.ts';
import { documentNames, settingNames, switchNames } from './setting-names.ts';
import styles from './staff.module.css';
import { auditNames, roleNames } from './staff-texts.ts';

const texts = defineMessages('moderation.log', {
  list: 'Entries',
  loading: 'Loading the log',
  none: 'No entries yet.',
  noneSuch: 'No entries of this kind yet.',
  all: 'That’s every entry.',
  operator: 'The operator of the server',
  gone: 'Somebody who is no longer here',
  about: 'about <link>{name}</link>',
  case: 'See the case',
  change: '{from} → {to}',
  changed: 'Changed: {names}',
  swept: 'Posts: {posts}. Comments: {comments}. Cases: {cases}.',
});

export type LogFilters = { action: AuditAction | ''; member: string };

/** Saves the entries that the filters leave, all pages of them. */
export async function exportLog(filters: LogFilters): Promise<void> {
  const failed = await download({
    path: `${AUDIT_EXPORT_PATH}?${new URLSearchParams(filters)}`,
    name: 'audit-log.csv',
  });
  if (failed && !failed.aborted) showFailure(failed);
}

const roleName = (role: string | undefined) =>
  role !== undefined && role in roleNames ? t(roleNames[role as keyof typeof roleNames]) : (role ?? '');

const categoryName = (reason: string) =>
  reason in categoryNames ? t(categoryNames[reason as ReportCategory]) : reason;

type Setting = keyof CommunitySettings | keyof AutomationSwitches | 'terms' | 'privacy';
const changeable: Record<Setting, MessageDescriptor> = { ...settingNames, ...switchNames, ...documentNames };
const nameSettings = (names: string): string =>
  names
    .split(', ')
    .map((name) => (name in changeable ? t(changeable[name as Setting]) : name))
    .join(' · ');

function Details({ of: details }: { of: AuditEntry['details'] }) {
  return (
    <>
      {details.from && <p>{t(texts.change, { from: roleName(details.from), to: roleName(details.to) })}</p>}
      {details.posts !== undefined && (
        <p>
          {t(texts.swept, { posts: details.posts, comments: details.comments ?? '0', cases: details.cases ?? '0' })}
        </p>
      )}
      {details.amount && details.currency && (
        <p>
          <Amount of={{ amount: Number(details.amount), currency: details.currency }} />
        </p>
      )}
      {details.settings && <p>{t(texts.changed, { names: nameSettings(details.settings) })}</p>}
      {details.note && <p dir="auto">{details.note}</p>}
      {details.reason && <p>{categoryName(details.reason)}</p>}
    </>
  );
}

/** Returns what was done. */
function whatOf({ action, subject }: AuditEntry): string {
  if (action === 'decided-none' && subject.kind === 'appeal') return decisionName({ kind: 'appeal', action: 'none' });
  return action in auditNames ? t(auditNames[action as AuditAction]) : action;
}

function Entry({ of }: { of: AuditEntry }) {
  const { actor, actorId, subject, member, details, createdAt } = of;
  const caseId = subject.kind === 'case' ? subject._id : details.case;
  const who = actor ? fullName(actor) : t(actorId === null ? texts.operator : texts.gone);
  const what = whatOf(of);
  const row = joinUnits([what, member ? fullName(member) : who, formatExact(createdAt)]);
  return (
    <li className={styles.entry}>
      <p>
        <strong>{what}</strong> · <bdi>{who}</bdi>{' '}
        {member && (
          <Sentence
            text={texts.about}
            values={{ name: fullName(member) }}
            elements={{ link: <TextLink to={`/moderation/members?member=${member._id}`} /> }}
          />
        )}
      </p>
      <Details of={details} />
      <p className={styles.quiet}>
        <Time value={createdAt} />
        {caseId && (
          <>
            {' · '}
            <TextLink to={`/moderation?case=${caseId}`} aria-label={t(words.ofRow, { action: t(texts.case), row })}>
              {t(texts.case)}
            </TextLink>
          </>
        )}
      </p>
    </li>
  );
}

/** The actions of the staff, latest first. */
export function AuditLog({ filters }: { filters: LogFilters }) {
  const pages = usePages(
    (cursor) => call<typeof listAudit>('GET', '/staff/audit', { query: { ...filters, ...pageQuery(cursor) } }),
    ({ _id }) => _id,
    { name: `log ${filters.action}` },
  );
  const isFiltered = filters.action !== '' || filters.member !== '';
  return (
    <>
      <ul className={styles.list} aria-label={t(texts.list)} aria-busy={pages.status === 'loading'}>
        {pages.items.map((one) => (
          <Entry key={one._id} of={one} />
        ))}
      </ul>
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        shape={<Skeleton shape="text" lines={5} />}
        none={
          <p role="status" className={cx(styles.quiet, styles.below)}>
            {t(isFiltered ? texts.noneSuch : texts.none)}
          </p>
        }
        end={t(texts.all)}
      />
    </>
  );
}
