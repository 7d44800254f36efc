import { ApiError } from '../api.ts';
import { Message } from './message.tsx';

/** In the place of a page that is not for everybody who is signed in. */
export function ClosedPage({ title }: { title: string }) {
  return (
    <Message above={title} heading="For operators only">
      Your account cannot see this page. Everything else in Parley is open to you.
    </Message>
  );
}

/** Whether a page's data was refused to the caller, whoever they are. */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden';
}
