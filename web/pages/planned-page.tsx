import { Message } from './message.tsx';

export function PlannedPage({ title }: { title: string }) {
  return (
    <Message above={title} heading="Coming soon">
      This part of Parley is on its way. The translator is ready now.
    </Message>
  );
}
