import { Button } from '#ui/button.tsx';
export function UiPage() {
  return <Button variant="primary">Post</Button>;
}
