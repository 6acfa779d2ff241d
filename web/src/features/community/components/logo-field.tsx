import { defineMessages } from '@afterhours/contract/base/message';
import {
  type CommunityLogo,
  communityMessages,
  MAX_LOGO_BYTES,
  type removeLogo,
  type setLogo,
} from '@afterhours/contract/community/community';
import { useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ImageDrop } from '#ui/media/image-drop.tsx';
import styles from '../community.module.css';
import { dropLogo, saveLogo } from '../community-commands.ts';

const texts = defineMessages('community.logo', {
  label: 'Logo',
  choose: 'Choose a logo',
  another: 'Choose another logo',
  hint: 'At most 1 MB. Shown in the header of every page, in emails and as the icon of the site.',
  present: 'Current logo',
  remove: 'Remove the logo',
  large: 'This picture is larger than 1 MB.',
});

function useLogo(initial: CommunityLogo | null) {
  const [logo, setShown] = useState(initial);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const { confirmed, dialog } = useConfirmation();
  const choose = async (file: File) => {
    if (pending) return;
    if (file.size > MAX_LOGO_BYTES) return setError(t(texts.large));
    setPending(true);
    const response = await confirmed<typeof setLogo>(() => saveLogo(file));
    setPending(false);
    setError(response.ok ? undefined : response.message);
    if (!response.ok) return;
    setShown(response.body.logo);
    showSuccess(t(communityMessages.logoSet));
  };
  const remove = async () => {
    setPending(true);
    const response = await confirmed<typeof removeLogo>(() => dropLogo());
    setPending(false);
    setError(response.ok ? undefined : response.message);
    if (!response.ok) return;
    setShown(null);
    showSuccess(t(communityMessages.logoRemoved));
  };
  return { logo, error, pending, dialog, choose, remove };
}

/** The logo, which is saved as soon as it is chosen. */
export function LogoField({ logo: initial }: { logo: CommunityLogo | null }) {
  const { logo, error, pending, dialog, choose, remove } = useLogo(initial);
  return (
    <div className={styles.logo}>
      <ImageDrop
        label={t(texts.label)}
        chooseLabel={t(logo ? texts.another : texts.choose)}
        hint={t(texts.hint)}
        error={error}
        onFile={(file) => void choose(file)}
      >
        {logo && (
          <img
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt={t(texts.present)}
            className={styles.presentLogo}
          />
        )}
      </ImageDrop>
      {logo && (
        <Button size="small" loading={pending} onClick={() => void remove()}>
          {t(texts.remove)}
        </Button>
      )}
      {dialog}
    </div>
  );
}
