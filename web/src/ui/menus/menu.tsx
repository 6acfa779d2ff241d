import Check from 'lucide-react/icons/check';
import { type ComponentProps, Fragment, type ReactNode, type RefObject, useId } from 'react';
import { Link } from 'react-router';
import type { Placement } from '../overlays/anchor.ts';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './menu.module.css';
import { useMenu } from './use-menu.ts';

export type MenuItem = {
  label: string;
  icon?: IconShape;
  danger?: boolean;
  disabled?: boolean;
  /** For one of several choices: whether it is the current one. */
  checked?: boolean;
  /** Draws a thin line above the item. */
  separated?: boolean;
} & ({ onSelect: () => void; to?: undefined } | { to: string; state?: unknown; onSelect?: () => void });

/** The props that the menu's trigger button must spread. */
type MenuTriggerProps = Required<
  Pick<ComponentProps<'button'>, 'onClick' | 'onKeyDown' | 'aria-haspopup' | 'aria-expanded'>
> & { ref: RefObject<HTMLButtonElement | null>; 'aria-controls': string | undefined };

type MenuProps = {
  /** Names the menu for assistive technology. */
  label: string;
  items: MenuItem[];
  renderTrigger: (props: MenuTriggerProps) => ReactNode;
  side?: Extract<Placement, 'bottom-start' | 'bottom-end'>;
  /** Text above the items, such as the member's name; contains no controls. */
  header?: ReactNode;
};

function Row({ item, close }: { item: MenuItem; close: () => void }) {
  const select = () => {
    if (item.disabled) return;
    // The focus returns to the trigger before the action runs, so that a dialog opened by the action returns it there.
    close();
    item.onSelect?.();
  };
  const choice = item.checked === undefined ? {} : { 'aria-checked': item.checked };
  const shared = {
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    ...choice,
    tabIndex: -1,
    className: cx(styles.item, item.danger && styles.danger),
  };
  const content = (
    <>
      {item.icon && <Icon icon={item.icon} />}
      {item.label}
      {item.checked && <Icon icon={Check} size={18} className={styles.check} />}
    </>
  );
  if (item.to !== undefined && !item.disabled) {
    return (
      <Link {...shared} to={item.to} state={item.state} onClick={select}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" {...shared} aria-disabled={item.disabled || undefined} onClick={select}>
      {content}
    </button>
  );
}

/** A button that opens a list of actions, with the usual keys: arrows, Home, End, letters, Escape and Tab. */
export function Menu({ label, items, renderTrigger, side = 'bottom-end', header }: MenuProps) {
  const id = useId();
  const { trigger: triggerRef, panel, open, toggle, close, onPanelKey, onTriggerKey } = useMenu(side);
  return (
    <>
      {renderTrigger({
        ref: triggerRef,
        onClick: toggle,
        onKeyDown: onTriggerKey,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <div ref={panel} className={styles.panel}>
          {header && <div className={styles.header}>{header}</div>}
          {/* The items themselves take the focus. */}
          <div id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onPanelKey}>
            {items.map((item) => (
              <Fragment key={item.label}>
                {item.separated && <hr className={styles.separator} />}
                <Row item={item} close={close} />
              </Fragment>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
