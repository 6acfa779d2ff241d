import type { ComponentProps, ComponentType } from 'react';

/** Any lucide icon; imported one by one: `import Heart from 'lucide-react/icons/heart'`. */
export type IconShape = ComponentType<Omit<ComponentProps<'svg'>, 'ref'> & { size?: string | number }>;

type IconProps = { icon: IconShape; size?: 16 | 18 | 20 | 24 | 32; filled?: boolean; className?: string };

/** The one way icons are drawn: 1.75 stroke, hidden from the accessibility tree (its neighbour carries the name). */
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
