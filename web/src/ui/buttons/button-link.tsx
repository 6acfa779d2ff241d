import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import { type ButtonLook, buttonClass } from './button-class.ts';

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook & { icon?: IconShape };

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, wide }), className)}>
      {icon && <Icon icon={icon} />}
      {children}
    </Link>
  );
}
