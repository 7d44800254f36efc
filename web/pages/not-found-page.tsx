import { Message } from './message.tsx';

export function NotFoundPage() {
  return (
    <Message above="404" heading="Page Not Found">
      There is nothing at this address. It may have been mistyped, or the page has moved.
    </Message>
  );
}
