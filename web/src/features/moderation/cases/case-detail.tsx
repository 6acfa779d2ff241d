import { defineMessages } from '@afterhours/contract/base/message';
import { categoryNames } from '@afterhours/contract/moderation/moderation';
import { CLAIM_MINUTES, caseMessages, type StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
import { useAppSelector } from '#lib/store.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DetailSkeleton } from '#ui/lists/detail-skeleton.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { RelatedAccounts } from '../staff/related-accounts.tsx';
import { CaseDecisions } from './case-decisions.tsx';
import { kindNames, nameOf } from './case-texts.ts';
import styles from './cases.module.css';
import { DecisionForm } from './decision-form.tsx';
import { EarlierCases } from './earlier-cases.tsx';
import { Above, hasComments, NearbyComments } from './evidence/context.tsx';
import { Appealed, Evidence } from './evidence/evidence.tsx';
import { Reports } from './reports.tsx';
import { useCase } from './use-case.ts';

const texts = defineMessages('moderation.case', {
  title: '{of, select, member {Member: {name}} other {{kind} by {name}}}',
  loading: 'Loading the case',
  claim: 'Claim',
  claimAgain: 'Claim for another {minutes, number} minutes',
  claimedBy: 'Claimed by {name}',
  claimedByYou: 'Claimed by you',
  score: 'Score {score}: {parts}',
  rule: '{note} ({weight})',
  held: 'Only its author sees it until you decide.',
  part: '{count} × {category} ({weight} each)',
  sweep: 'Act on everything by this member',
});

const SweepDialog = lazyPart(async () => (await import('../sweeps/sweep-dialog.tsx')).SweepDialog);

/** Opens the dialog that acts on all of the member's content at once, such as after a wave of spam. */
function Sweep({ person, onStarted }: { person: NonNullable<StaffCaseDetail['member']>; onStarted: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.later}>
      <Button onClick={() => setOpen(true)}>{t(texts.sweep)}</Button>
      {open && (
        <SweepDialog
          userId={person._id}
          name={nameOf(person)}
          open
          onClose={() => setOpen(false)}
          onStarted={onStarted}
        />
      )}
    </div>
  );
}

/** Lists the parts of the case's score. */
const listParts = ({ reasons, rules }: StaffCaseDetail): string[] => [
  ...rules.map(({ note, weight }) => t(texts.rule, { note, weight })),
  ...reasons.map(({ category, count, weight }) =>
    t(texts.part, { count, weight, category: t(categoryNames[category]) }),
  ),
];

function useClaimKey(claim: () => Promise<void>, enabled: boolean): void {
  useDocumentKeys((event) => {
    if (enabled && event.key === 'c' && isShortcut(event)) void claim();
  });
}

type ClaimProps = { of: StaffCaseDetail; own: boolean; onClaim: () => void };

/** Who has claimed the case, and the button to claim it, unless somebody else has; or why the viewer may not. */
function Claim({ of: { claimedBy: by, refusal }, own, onClaim }: ClaimProps) {
  const label = own ? t(texts.claimAgain, { minutes: CLAIM_MINUTES }) : t(texts.claim);
  return (
    <div className={styles.later}>
      <div role="status">{by && <p>{own ? t(texts.claimedByYou) : t(texts.claimedBy, { name: nameOf(by) })}</p>}</div>
      {refusal && <p>{t(caseMessages[refusal])}</p>}
      {!refusal && (by === null || own) && <Button onClick={onClaim}>{label}</Button>}
    </div>
  );
}

/**
 * A case with the reported content, the number of reports and their reasons, earlier decisions, and the form to decide.
 */
export function CaseDetail({ id, onLoaded, onDecided }: { id: string } & Parameters<typeof useCase>[1]) {
  const { found, failed, waited, load, claim, decide, reverse, dialog } = useCase(id, { onLoaded, onDecided });
  const [commentsLoaded, setCommentsLoaded] = useState(false);
  const waits = found !== undefined && found.state !== 'closed';
  const me = useAppSelector(selectOwnUser)?._id;
  const own = found?.claimedBy?._id === me;
  const refused = waits && Boolean(found.refusal);
  useClaimKey(claim, waits && !refused && (own || found.claimedBy === null));
  if (failed) {
    const retry = isTemporary(failed.status) ? { onRetry: () => void load() } : {};
    return <ErrorState message={failed.message} {...retry} />;
  }
  if (!found) return <DetailSkeleton label={t(texts.loading)} />;
  const parts = listParts(found);
  const { kind } = found.subject;
  // Comments that arrived above the form would move it under the pointer, which would then choose another action.
  const isComplete = commentsLoaded || !hasComments(found);
  return (
    <Card title={t(texts.title, { of: kind, kind: t(kindNames[kind]), name: nameOf(found.member) })}>
      {parts.length > 0 && (
        <p className={styles.quiet}>{t(texts.score, { score: found.score, parts: joinUnits(parts) })}</p>
      )}
      {found.held && <p>{t(texts.held)}</p>}
      <Above of={found.above} />
      <Evidence of={found.evidence} path={found.path} />
      {found.appealed && <Appealed of={found.appealed} />}
      <Reports of={found} />
      <NearbyComments of={found} onLoaded={setCommentsLoaded} />
      {dialog}
      {isComplete && (
        <>
          <CaseDecisions decisions={found.decisions} reverse={reverse} />
          <EarlierCases of={found} />
          {waits && <Claim of={found} own={own} onClaim={() => void claim()} />}
          {waited && !refused && <DecisionForm of={found} decide={decide} reverse={reverse} />}
          {waited && !refused && found.member && <Sweep person={found.member} onStarted={() => onDecided(id)} />}
          {found.member && found.member._id !== me && (
            <div className={styles.later}>
              <RelatedAccounts userId={found.member._id} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}
