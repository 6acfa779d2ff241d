import { type ApplicationStatus, statusNames } from '@afterhours/contract/constants/applications';
import { t } from '#lib/text/translate.ts';
import { Chip } from '#ui/chips/chip.tsx';

const NEWS: ReadonlySet<ApplicationStatus> = new Set(['sent', 'offer', 'hired']);

/** The status of an application. */
export const StatusChip = ({ status }: { status: ApplicationStatus }) => (
  <Chip tone={NEWS.has(status) ? 'lamp' : 'neutral'}>{t(statusNames[status])}</Chip>
);
