import { ApiError } from '../api.ts';
import { Message } from './message.tsx';

/** Replaces a page that only operators may see. */
export function ClosedPage({ title }: { title: string }) {
  return (
    <Message above={title} heading="For operators only">
      Your account can’t open this page. You can use everything else in Parley.
    </Message>
  );
}

export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden';
}
