import type { ComponentProps, ComponentType } from 'react';

/** Any lucide icon; import each one separately: `import Heart from 'lucide-react/icons/heart'`. */
export type IconShape = ComponentType<Omit<ComponentProps<'svg'>, 'ref'> & { size?: string | number }>;

type IconProps = { icon: IconShape; size?: 16 | 18 | 20 | 24 | 32; filled?: boolean; className?: string };

/** Renders all icons: stroke width 1.75, hidden from the accessibility tree (the neighbouring element has the name). */
export function Icon({ icon: Shape, size = 18, filled = false, className }: IconProps) {
  return (
    <Shape
      size={size}
      strokeWidth={1.75}
      fill={filled ? 'currentColor' : 'none'}
      aria-hidden="true"
      focusable="false"
      className={className}
    />
  );
}
